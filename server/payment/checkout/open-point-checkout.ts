import type { openPointCheckout as contract } from '@kaiwa/contract/payment.ts'
import { priceOfPoints } from '@kaiwa/money/points.ts'
import { findTerms } from '../../billing/store/terms.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getProvider } from '../provider/client.ts'
import { ensureCustomer } from '../provider/ensure-customer.ts'
import { checkBackUrl, returnUrls } from './back-url.ts'
import { lockAsOwner, openAsOwner } from './open-as-owner.ts'
import { openSession } from './open-session.ts'
import * as policy from './policy.ts'

/** Opens the payment of points. They are added when it is completed. */
export const openPointCheckout: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const payer = await openAsOwner(app, actor)
  const origin = publicAddress(context)
  const urls = returnUrls(
    { origin, backUrl: checkBackUrl(body.back_url), isApp: Boolean(body.is_app) },
    '/payment/success',
  )
  await getProvider(app)
  const assertBuyer = (terms: Awaited<ReturnType<typeof findTerms>>): void => {
    if (!policy.mayBuyPoints(terms)) throw new Refusal('E_CONFLICT', { reason: 'point-purchase' })
  }
  assertBuyer(await findTerms(app.db, payer.workspace_id))
  const customer = await ensureCustomer(app, payer, origin)
  const url = await openSession(app, customer, async (trx) => {
    const workspaceId = await lockAsOwner(trx, actor)
    assertBuyer(await findTerms(trx, workspaceId))
    return {
      ...urls,
      workspace_id: workspaceId,
      user_id: actor.id,
      kind: 'point',
      points: body.point,
      amount: priceOfPoints(body.point),
      link_id: null,
      invoice_id: null,
      locale: actor.locale,
    }
  })
  return { url }
}
