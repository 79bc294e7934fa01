// The five things that a plan counts, as the usage panel and its banner show them.
import type { Quotas, Usage } from '@kaiwa/contract/billing.ts'

export type Counted = keyof Quotas

/** In the order in which they are shown, each with the flag that closes when nothing is left of it. */
const FLAG = {
  minute: 'analyze',
  storage: 'upload',
  chat: 'chat',
  editor: 'inviteEditor',
  viewer: 'inviteViewer',
} as const satisfies Record<Counted, keyof Usage['flags']>

const MB_PER_GB = 1024

export type CountedRow = {
  what: Counted
  /** Minutes, GB, times or persons; never more than the limit. */
  used: number
  limit: number
  /** Percent of the limit. */
  percent: number
  level: 'low' | 'high' | 'full'
  /** Whether nothing more can be had of it. */
  isReached: boolean
}

/** How a bar is coloured (BILL-33): blue below 75 percent, yellow below 90, else red. */
export const levelOf = (percent: number): CountedRow['level'] => (percent < 75 ? 'low' : percent < 90 ? 'high' : 'full')

/** What is used of the plan, or of the basic plan where there is none (BILL-31). Storage comes in MB, and is shown in GB. */
export const countedRows = (usage: Usage): CountedRow[] => {
  const limits: Quotas = usage.subscription?.plan ?? usage.basic_plan
  return (Object.keys(FLAG) as Counted[]).map((what) => {
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

/** What has reached its limit, in the order of the panel. A workspace without a subscription has no limits to reach. */
export const reachedOf = (usage: Usage): Counted[] =>
  usage.subscription_id === null
    ? []
    : countedRows(usage)
        .filter(({ isReached }) => isReached)
        .map(({ what }) => what)

/** Whom usage is told unasked: whoever pays for it (BILL-26, BILL-43). */
export const isPayer = (usage: Usage | undefined): usage is Usage =>
  usage !== undefined && usage.is_workspace_owner && usage.subscription_id !== null
