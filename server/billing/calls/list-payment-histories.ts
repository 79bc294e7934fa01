import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listPaymentHistories as contract } from '@kaiwa/contract/payment.ts'
import type { Handler } from '../../platform/http/route.ts'
import { ownedWorkspace } from '../owner.ts'
import { countHistories, findHistories } from '../store/histories.ts'

export const listPaymentHistories: Handler<typeof contract> = async ({ query: { page } }, { app: { db }, actor }) => {
  const workspaceId = await ownedWorkspace(db, actor)
  const limit = LIMITS.paymentHistoriesPerPage
  const [count, rows] = await Promise.all([
    countHistories(db, workspaceId),
    findHistories(db, workspaceId, { limit, offset: (page - 1) * limit }),
  ])
  return {
    data: rows.map(({ created_at, ...row }) => ({ ...row, action_date: created_at.toISOString() })),
    current_page: page,
    last_page: Math.max(1, Math.ceil(count / limit)),
  }
}
