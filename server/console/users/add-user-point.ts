import { randomUUID } from 'node:crypto'
import type { addUserPoint as contract } from '@kaiwa/contract/admin-users.ts'
import { addPoints } from '../../billing/points/add-points.ts'
import { findBalance } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, recordAction } from '../audit/record-action.ts'
import { findPointsOfCause } from '../store/histories.ts'
import { findUserRows } from '../store/users.ts'
import { mayAddPoints } from './policy.ts'

/** The active workspace of a user. Refuses with E_NOT_FOUND, or with E_CONFLICT and the reason `workspace`. */
async function findWorkspace(trx: Trx, userId: number) {
  const [row] = await findUserRows(trx, [userId])
  if (!row) throw new Refusal('E_NOT_FOUND')
  if (row.workspace?.status !== 'active') throw new Refusal('E_CONFLICT', { reason: 'workspace' })
  return row.workspace
}

/**
 * Adds points to the workspace of the user, unless it is that of the operator. A negative number takes at most what is left. The cause has the requested
 * number, because the ledger may have less: a request that is sent again with another one is refused.
 */
export const addUserPoint: Handler<typeof contract> = async ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { id: workspaceId } = await findWorkspace(trx, params.userId)
    if (!mayAddPoints(actor, workspaceId)) throw new Refusal('E_FORBIDDEN', { reason: 'own-workspace' })
    await lockWorkspace(trx, workspaceId)
    await assertStillOperator(app, trx, actor)
    // Read again: the workspace may have been closed before the lock, or the user may have left it.
    const workspace = await findWorkspace(trx, params.userId)
    if (workspace.id !== workspaceId) throw new Refusal('E_CONFLICT', { reason: 'workspace' })
    const request = `operator:${workspaceId}:${body.request_id?.toLowerCase() ?? randomUUID()}:`
    const known = await findPointsOfCause(trx, workspaceId, request)
    if (known !== undefined && known !== body.point) throw new Refusal('E_CONFLICT', { reason: 'repeated' })
    const before = await findBalance(trx, workspaceId)
    const isNew = await addPoints(trx, {
      workspaceId,
      billingType: 'give_point',
      point: body.point,
      money: 0,
      cause: `${request}${body.point}`,
      userId: actor.id,
    })
    const point = await findBalance(trx, workspaceId)
    if (isNew)
      await recordAction(trx, actor, {
        action: 'point.add',
        subject: 'workspace',
        subjectId: workspaceId,
        subjectName: workspace.owner.email,
        before: { point: before },
        after: { point, added: body.point },
      })
    return { point }
  })
