import type { Quotas, Usage } from '@kaiwa/contract/billing.ts'
import { BYTES_PER_MB, type PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import type { UsageRow } from './store/usage.ts'

const MB_PER_GB = 1024

type PlanRow = Record<keyof (typeof PLAN_LIMITS)['trial'], number>

/** A plan's limits in the units of the API: storage in MB. */
export function quotasOf(plan: PlanRow): Quotas {
  return {
    storage: plan.storage * MB_PER_GB,
    minute: plan.minute,
    editor: plan.editor,
    viewer: plan.viewer,
    chat: plan.chat,
  }
}

/** The used amounts in the same units. */
export function usedOf(
  row: Pick<UsageRow, 'used_bytes' | 'used_minutes' | 'used_chats' | 'editors' | 'viewers'>,
): Quotas {
  return {
    storage: row.used_bytes / BYTES_PER_MB,
    minute: row.used_minutes,
    editor: row.editors,
    viewer: row.viewers,
    chat: row.used_chats,
  }
}

/** Limits without a plan. */
export const ZERO_QUOTAS: Quotas = { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 }

/** The rest of the limits, never below 0. */
export function remaining(limits: Quotas, used: Quotas): Quotas {
  return {
    storage: Math.max(0, limits.storage - used.storage),
    minute: Math.max(0, limits.minute - used.minute),
    editor: Math.max(0, limits.editor - used.editor),
    viewer: Math.max(0, limits.viewer - used.viewer),
    chat: Math.max(0, limits.chat - used.chat),
  }
}

/**
 * Which limited actions are possible. An action is disabled if its quota is used up, unless additional seats are
 * charged.
 */
export function flagsOf(left: Quotas, areSeatsCharged = false): Usage['flags'] {
  return {
    analyze: left.minute > 0,
    upload: left.storage > 0,
    chat: left.chat > 0,
    inviteEditor: left.editor > 0 || areSeatsCharged,
    inviteViewer: left.viewer > 0 || areSeatsCharged,
  }
}
