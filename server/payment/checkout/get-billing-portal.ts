import type { getBillingPortal as contract } from '@kaiwa/contract/payment.ts'
import { findTerms } from '../../billing/store/terms.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ask, getProvider } from '../provider/client.ts'
import { ensureCustomer } from '../provider/ensure-customer.ts'
import { findCustomer } from '../provider/store/customers.ts'
import { openAsOwner } from './open-as-owner.ts'

/**
 * The provider's pages for cards and receipts. They return to the payment page. An owner whose contract is paid by card
 * gets them without a customer too, to register a card: a new owner, for example.
 */
export const getBillingPortal: Handler<typeof contract> = async (_input, context) => {
  const { app, actor } = context
  const payer = await openAsOwner(app, actor)
  const { portal } = await getProvider(app)
  const row = await findCustomer(app.db, payer.workspace_id)
  const terms = await findTerms(app.db, payer.workspace_id)
  const isByCard = terms?.payment_type === 'credit_card' && terms.trial_ends_at === null
  const hasCustomer = row?.provider_customer_id != null && row.is_of_owner
  if (!isByCard && !hasCustomer) throw new Refusal('E_CONFLICT', { reason: 'customer' })
  const customer = await ensureCustomer(app, payer, publicAddress(context))
  const { url } = await ask(app, (stripe) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: `${publicAddress(context)}/mypage/payment`,
      locale: actor.locale,
      ...(portal === undefined ? {} : { configuration: portal }),
    }),
  )
  return { url }
}
