import type { openMembershipCheckout as contract } from '@kaiwa/contract/payment.ts'
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

/** Opens the registration of a card. The membership starts when it is completed. */
export const openMembershipCheckout: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const payer = await openAsOwner(app, actor)
  const origin = publicAddress(context)
  const urls = returnUrls(
    { origin, backUrl: checkBackUrl(body.back_url), isApp: Boolean(body.is_app) },
    '/setup-payment/success',
  )
  await getProvider(app)
  const assertNew = (terms: Awaited<ReturnType<typeof findTerms>>): void => {
    if (!policy.mayBecomeMember(terms)) throw new Refusal('E_CONFLICT', { reason: 'subscription' })
  }
  // Checked before a customer is created, because a workspace with a contract cannot buy a membership.
  assertNew(await findTerms(app.db, payer.workspace_id))
  const customer = await ensureCustomer(app, payer, origin)
  const url = await openSession(app, customer, async (trx) => {
    const workspaceId = await lockAsOwner(trx, actor)
    assertNew(await findTerms(trx, workspaceId))
    return {
      ...urls,
      workspace_id: workspaceId,
      user_id: actor.id,
      kind: 'membership',
      points: null,
      amount: null,
      link_id: null,
      invoice_id: null,
      locale: actor.locale,
    }
  })
  return { url }
}
