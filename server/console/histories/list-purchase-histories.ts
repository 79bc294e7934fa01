import type { AdminHistory, listPurchaseHistories as contract } from '@kaiwa/contract/admin-invoices.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findHistoryRows, historiesBy, type HistoryRow } from '../store/histories.ts'
import { findPage } from '../store/list-rows.ts'
import { presentContact } from '../users/present-user.ts'

export function presentHistory({ created_at, owner, ...row }: HistoryRow): AdminHistory {
  return { ...row, created_at: created_at.toISOString(), owner: owner && presentContact(owner) }
}

export const listPurchaseHistories: Handler<typeof contract> = async (
  { query: { page, ...filters } },
  { app: { db } },
) => {
  const { ids, ...counts } = await findPage(db, historiesBy(filters), page)
  return { data: (await findHistoryRows(db, ids)).map(presentHistory), ...counts }
}
