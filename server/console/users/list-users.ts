import type { getUserDetail as detailContract, listUsers as contract } from '@kaiwa/contract/admin-users.ts'
import { findTerms } from '../../billing/store/terms.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findPage } from '../store/list-rows.ts'
import { findUserFigures, findUserRows, usersBy } from '../store/users.ts'
import { presentUser } from './present-user.ts'

export const listUsers: Handler<typeof contract> = async ({ query: { page, ...filters } }, { app: { db }, actor }) => {
  const { ids, ...counts } = await findPage(db, usersBy(filters), page)
  const rows = await findUserRows(db, ids)
  return { data: rows.map((row) => presentUser(row, actor)), ...counts }
}

export const getUserDetail: Handler<typeof detailContract> = async ({ params }, { app: { db }, actor }) => {
  const [row] = await findUserRows(db, [params.userId])
  if (!row) throw new Refusal('E_NOT_FOUND')
  const workspaceId = row.workspace?.status === 'active' ? row.workspace.id : null
  const [figures, terms] = await Promise.all([
    findUserFigures(db, row.id, workspaceId),
    workspaceId === null ? undefined : findTerms(db, workspaceId),
  ])
  return {
    ...presentUser(row, actor),
    ...figures,
    last_seen_at: figures.last_seen_at?.toISOString() ?? null,
    role_id: row.role_id,
    subscription: terms
      ? {
          id: terms.subscription_id,
          plan_name: terms.plan_name,
          payment_type: terms.payment_type,
          start_date: terms.start_date.toISOString(),
          end_date: terms.end_date?.toISOString() ?? null,
        }
      : null,
  }
}
