import { randomUUID } from 'node:crypto'
import type { addUserPoint as contract } from '@kaiwa/contract/admin-users.ts'
import { addPoints } from '../../billing/points/add-points.ts'
import { findBalance } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, recordAction } from '../audit/record-action.ts'
import { findUserRows } from '../store/users.ts'

/** Adds points to the workspace of the user. A negative number takes at most what is left. */
export const addUserPoint: Handler<typeof contract> = async ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const [row] = await findUserRows(trx, [params.userId])
    if (!row) throw new Refusal('E_NOT_FOUND')
    if (row.workspace?.status !== 'active') throw new Refusal('E_CONFLICT', { reason: 'workspace' })
    const workspaceId = row.workspace.id
    await lockWorkspace(trx, workspaceId)
    await assertStillOperator(app, trx, actor)
    const before = await findBalance(trx, workspaceId)
    const isNew = await addPoints(trx, {
      workspaceId,
      billingType: 'give_point',
      point: body.point,
      money: 0,
      cause: `operator:${body.request_id ?? randomUUID()}`,
      userId: actor.id,
    })
    const point = await findBalance(trx, workspaceId)
    if (isNew)
      await recordAction(trx, actor, {
        action: 'point.add',
        subject: 'workspace',
        subjectId: workspaceId,
        subjectName: row.workspace.owner.email,
        before: { point: before },
        after: { point, added: body.point },
      })
    return { point }
  })
