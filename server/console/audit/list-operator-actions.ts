import type { listOperatorActions as contract, OperatorActionRow } from '@kaiwa/contract/admin-console.ts'
import type { Handler } from '../../platform/http/route.ts'
import { type ActionValues, actionsBy, findActionRows } from '../store/audit.ts'
import { findPage } from '../store/list-rows.ts'

export const listOperatorActions: Handler<typeof contract> = async (
  { query: { page, ...filters } },
  { app: { db } },
) => {
  const { ids, ...counts } = await findPage(db, actionsBy(filters), page)
  const rows = await findActionRows(db, ids)
  return {
    data: rows.map((row) => ({
      id: row.id,
      action: row.action as OperatorActionRow['action'],
      subject: row.subject as OperatorActionRow['subject'],
      subject_id: row.subject_id,
      subject_name: row.subject_name,
      operator:
        row.operator_id === null
          ? null
          : { id: row.operator_id, name: row.operator_name ?? '', email: row.operator_email ?? '' },
      before: row.before as ActionValues,
      after: row.after as ActionValues,
      created_at: row.created_at.toISOString(),
    })),
    ...counts,
  }
}
