// The customer of a former owner. The card was registered by that person, so it is not charged for the new owner, and the
// new owner does not see it.
import type { App } from '../../platform/app.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { listOpenInvoicePages } from '../checkout/store/checkouts.ts'
import { endInvoicePages } from '../charges/end-invoice-pages.ts'
import { getProvider, isProviderError } from './client.ts'
import { clearProviderCustomer } from './store/customers.ts'

/** Removes the cards at the provider. The customer stays there, with payments and receipts. */
async function detachCards(app: App, customer: string): Promise<void> {
  const { stripe } = await getProvider(app)
  try {
    const { data } = await stripe.paymentMethods.list({ customer, type: 'card', limit: 100 })
    for (const { id } of data) await stripe.paymentMethods.detach(id)
  } catch (error) {
    // The customer was deleted, or the card was removed already.
    if (isProviderError(error, 'StripeInvalidRequestError')) return
    // A restricted key without the right: the card stays at the provider, but nothing here knows it.
    if (!isProviderError(error, 'StripePermissionError')) throw error
    app.log.error({ customer, reason: error.message }, 'cards of a former owner could not be removed at the provider')
  }
}

/**
 * Removes the cards of a former owner at the provider, ends links and pages at which invoices are paid, and forgets the
 * customer: the next purchase or card creates one for the new owner. May run twice.
 */
export async function releaseCustomer(app: App, workspaceId: number, customer: string): Promise<void> {
  await detachCards(app, customer)
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    for (const invoiceId of await listOpenInvoicePages(trx, workspaceId)) await endInvoicePages(app, trx, invoiceId)
    await clearProviderCustomer(trx, workspaceId, customer)
  })
}
