// Applies the card of a customer as the provider has it: after events, and after the customer used the provider's pages.
import type { Stripe } from 'stripe'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import { retryUnpaid } from '../charges/store/charges.ts'
import { getProvider } from './client.ts'
import { idOf } from './id-of.ts'
import { findLiveCustomer, forgetCustomer } from './live-customer.ts'
import { readCard } from './read-card.ts'
import { type Card, type CustomerRow, findCustomerByProviderId, setCard } from './store/customers.ts'

const MAX_TRIES = 5

/** The default card; without one the card that we know, or any other card of the customer. */
async function cardOf(app: App, row: CustomerRow, customer: Stripe.Customer): Promise<Card | null> {
  const { stripe } = await getProvider(app)
  const known = [idOf(customer.invoice_settings.default_payment_method), row.payment_method_id]
  for (const id of known) {
    const card = id === null ? null : await readCard(app, id)
    if (card) return card
  }
  const { data } = await stripe.paymentMethods.list({ customer: customer.id, type: 'card', limit: 1 })
  return data[0] ? readCard(app, data[0].id) : null
}

/** Reads the customer from the provider and stores the card, unless the card changed here in the meantime. */
export async function applyCustomer(app: App, customerId: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await findCustomerByProviderId(app.db, customerId)
    if (!row?.is_of_owner) return
    const customer = await findLiveCustomer(app, customerId)
    if (!customer) return forgetCustomer(app, row.workspace_id, customerId)
    const card = await cardOf(app, row, customer)
    if (card?.payment_method_id === (row.payment_method_id ?? undefined)) return
    const isStored = await app.db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, row.workspace_id)
      if (!(await setCard(trx, row.workspace_id, card, row.version))) return false
      if (card) await retryUnpaid(trx, row.workspace_id)
      return true
    })
    if (isStored) return
  }
}
