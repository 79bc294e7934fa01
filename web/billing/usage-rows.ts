// The quotas of a plan, as shown in the usage panel and the banner.
import type { Quotas, Usage } from '@kaiwa/contract/billing.ts'

export type QuotaName = keyof Quotas

/** In display order, each with the flag that is false when the quota is used up. */
const FLAG = {
  minute: 'analyze',
  storage: 'upload',
  chat: 'chat',
  editor: 'inviteEditor',
  viewer: 'inviteViewer',
} as const satisfies Record<QuotaName, keyof Usage['flags']>

const SHOWN = Object.keys(FLAG) as QuotaName[]

const MB_PER_GB = 1024

export interface UsageRow {
  what: QuotaName
  /** Minutes, GB, times or persons; never above the limit. */
  used: number
  limit: number
  /** Percent of the limit. */
  percent: number
  level: 'low' | 'high' | 'full'
  /** True when the quota is used up. */
  isReached: boolean
}

/** Colour level of a bar (BILL-33): blue below 75 percent, yellow below 90, else red. */
export function levelOf(percent: number): UsageRow['level'] {
  return percent < 75 ? 'low' : percent < 90 ? 'high' : 'full'
}

/** Usage of the plan, or of the basic plan without a subscription (BILL-31). Storage is given in MB and shown in GB. */
export function usageRows(usage: Usage): UsageRow[] {
  const limits: Quotas = usage.subscription?.plan ?? usage.basic_plan
  return SHOWN.map((what) => {
    const unit = what === 'storage' ? MB_PER_GB : 1
    const used = Math.max(0, limits[what] - usage.remain[what])
    const percent = limits[what] > 0 ? Math.min(100, (used / limits[what]) * 100) : 100
    return {
      what,
      used: used / unit,
      limit: limits[what] / unit,
      percent,
      level: levelOf(percent),
      isReached: !usage.flags[FLAG[what]],
    }
  })
}

/**
 * The reached quotas in display order; empty for a workspace without a subscription. A limit of 0 is not reached by use:
 * a membership would warn from its first day about editors, who cost points each.
 */
export function reachedQuotas(usage: Usage): QuotaName[] {
  return usage.subscription_id === null
    ? []
    : usageRows(usage)
        .filter(({ isReached, limit }) => isReached && limit > 0)
        .map(({ what }) => what)
}

/** Decides what the banner about limits asks for: points (`plan`), a contract (`trial`) or a missing payment (`suspended`). */
export type BannerState = 'plan' | 'trial' | 'suspended'

export function bannerState({ is_suspended: isSuspended, subscription }: Usage): BannerState {
  if (isSuspended) return 'suspended'
  return subscription?.plan.name === 'trial' ? 'trial' : 'plan'
}

/** True for the user who sees usage without asking: the paying owner (BILL-26, BILL-43). */
export function isPayer(usage: Usage | undefined): usage is Usage {
  return usage !== undefined && usage.is_workspace_owner && usage.subscription_id !== null
}
