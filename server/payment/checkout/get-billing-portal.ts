import type { getBillingPortal as contract } from '@kaiwa/contract/payment.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ask, getProvider } from '../provider/client.ts'
import { findLiveCustomer, forgetCustomer } from '../provider/live-customer.ts'
import { findCustomer } from '../provider/store/customers.ts'
import { workspaceOf } from './open-as-owner.ts'

/** The provider's pages for cards and receipts. They return to the payment page. */
export const getBillingPortal: Handler<typeof contract> = async (_input, context) => {
  const { app, actor } = context
  const workspaceId = workspaceOf(actor)
  const { portal } = await getProvider(app)
  const row = await findCustomer(app.db, workspaceId)
  if (row?.provider_customer_id == null) throw new Refusal('E_CONFLICT', { reason: 'customer' })
  const customer = row.provider_customer_id
  if (!(await ask(app, () => findLiveCustomer(app, customer)))) {
    await forgetCustomer(app, workspaceId, customer)
    throw new Refusal('E_CONFLICT', { reason: 'customer' })
  }
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
