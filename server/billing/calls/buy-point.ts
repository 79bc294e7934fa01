import { randomUUID } from 'node:crypto'
import type { buyPoint as contract } from '@kaiwa/contract/payment.ts'
import { priceOfPoints } from '@kaiwa/money/points.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockOwnedWorkspace } from '../owner.ts'
import { addPoints } from '../points/add-points.ts'
import { pointPurchaseOf } from '../point-purchase.ts'
import { findBalance, findPointsOfRow } from '../store/billing-ledger.ts'
import { INVOICED_POINTS_CAUSE } from '../store/invoiced-points.ts'
import { findTerms } from '../store/terms.ts'

/**
 * Buys points on the invoice of the month. Answers the balance. The same request with another number of points is refused
 * with the reason `repeated`: an answer would say that they were bought.
 */
export const buyPoint: Handler<typeof contract> = ({ body: { point, request_id } }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const workspaceId = await lockOwnedWorkspace(trx, actor)
    if (pointPurchaseOf(await findTerms(trx, workspaceId)) !== 'invoice')
      throw new Refusal('E_CONFLICT', { reason: 'state' })
    const cause = `${INVOICED_POINTS_CAUSE}${workspaceId}:${request_id?.toLowerCase() ?? randomUUID()}`
    const isNew = await addPoints(trx, {
      workspaceId,
      billingType: 'purchase_point',
      point,
      money: priceOfPoints(point),
      cause,
      userId: actor.id,
    })
    if (!isNew && (await findPointsOfRow(trx, cause)) !== point) throw new Refusal('E_CONFLICT', { reason: 'repeated' })
    return { point: await findBalance(trx, workspaceId) }
  })
