import type { Quotas, Usage } from '@kaiwa/contract/billing.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import { leftOf, termsOfKind } from './gate.ts'
import type { PerKind } from './points/points.ts'
import type { UsageRow } from './store/usage.ts'

const MB_PER_GB = 1024

/** Limits in the units of the API: storage in MB instead of GB. */
export function quotasOf(limits: PerKind): Quotas {
  return {
    storage: limits.storage * MB_PER_GB,
    minute: limits.minute,
    editor: limits.editor,
    viewer: limits.viewer,
    chat: limits.chat,
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

/** Limits without a subscription. */
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

/** The amount of a kind that can still be used; storage in bytes. */
export function leftNow(row: UsageRow, kind: Consumable): number {
  const used = {
    minute: row.used_minutes,
    storage: row.used_bytes,
    chat: row.used_chats,
    editor: row.editors,
    viewer: row.viewers,
  }
  return leftOf(row.terms && termsOfKind(row.terms, kind), kind, {
    used: used[kind],
    paid: row[`paid_${kind}`],
    point: row.point,
  })
}

/** Which limited actions are possible, given what is left of each kind. */
export function flagsOf(left: (kind: Consumable) => number): Usage['flags'] {
  return {
    analyze: left('minute') > 0,
    upload: left('storage') > 0,
    chat: left('chat') > 0,
    inviteEditor: left('editor') > 0,
    inviteViewer: left('viewer') > 0,
  }
}
