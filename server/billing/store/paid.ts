// Amounts per kind that points paid for in a month.
import { sql } from 'kysely'

export interface PaidColumns {
  /** Units: minutes, GB, chats and persons. */
  paid_minute: number
  paid_storage: number
  paid_chat: number
  paid_editor: number
  paid_viewer: number
  /** Points. */
  spent_minute: number
  spent_storage: number
  spent_chat: number
  spent_editor: number
  spent_viewer: number
}

/** Statement over the ledger, to be followed by a condition. */
export const selectPaid = sql`
  select count(*)::integer as row_count,
    coalesce(sum(amount) filter (where kind = 'minute'), 0)::bigint as paid_minute,
    coalesce(sum(amount) filter (where kind = 'storage'), 0)::bigint as paid_storage,
    coalesce(sum(amount) filter (where kind = 'chat'), 0)::bigint as paid_chat,
    coalesce(sum(amount) filter (where kind = 'editor'), 0)::bigint as paid_editor,
    coalesce(sum(amount) filter (where kind = 'viewer'), 0)::bigint as paid_viewer,
    coalesce(-sum(point) filter (where kind = 'minute'), 0)::bigint as spent_minute,
    coalesce(-sum(point) filter (where kind = 'storage'), 0)::bigint as spent_storage,
    coalesce(-sum(point) filter (where kind = 'chat'), 0)::bigint as spent_chat,
    coalesce(-sum(point) filter (where kind = 'editor'), 0)::bigint as spent_editor,
    coalesce(-sum(point) filter (where kind = 'viewer'), 0)::bigint as spent_viewer
  from billing_ledger`
