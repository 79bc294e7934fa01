import type { App } from '../../platform/app.ts'
import { getProvider, isProviderError } from './client.ts'
import type { Card } from './store/customers.ts'

/** The card at the provider; null if it is no card of a customer anymore. */
export async function readCard(app: App, paymentMethodId: string): Promise<Card | null> {
  const { stripe } = await getProvider(app)
  const method = await stripe.paymentMethods.retrieve(paymentMethodId).catch((error: unknown) => {
    if (isProviderError(error, 'StripeInvalidRequestError')) return null
    throw error
  })
  if (!method?.card || method.customer === null) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { payment_method_id: method.id, brand, last4: last4 ?? '', exp_month, exp_year }
}
