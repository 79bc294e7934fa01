// A stored customer may be unknown to the provider: it was deleted there, or the keys were changed to those of another
// account or mode.
import type { Stripe } from 'stripe'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import { getProvider, isMissing } from './client.ts'
import { clearProviderCustomer } from './store/customers.ts'

/** The customer at the provider; null if it was deleted or is not known. */
export async function findLiveCustomer(app: App, id: string): Promise<Stripe.Customer | null> {
  const { stripe } = await getProvider(app)
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted ? null : customer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Forgets a customer and the card. The next purchase creates another one. */
export async function forgetCustomer(app: App, workspaceId: number, id: string): Promise<void> {
  app.log.warn({ workspace: workspaceId, customer: id }, 'the payment provider does not know the customer')
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    await clearProviderCustomer(trx, workspaceId, id)
  })
}
