// Ends the pages and links at which a customer could pay an invoice that is paid otherwise.
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { job } from '../../platform/jobs/job.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endUnopenedOfInvoice, listOpenInvoiceCheckouts } from '../checkout/store/checkouts.ts'
import { endLinksOfInvoice } from '../checkout/store/links.ts'
import { findProvider, isProviderError } from '../provider/client.ts'
import { listCharges } from './store/charges.ts'

/** Ends a page at the provider. Its event ends the checkout; a page that was completed first is applied by its own event. */
export const expireSession = job<{ sessionId: string }>({
  name: 'payment.expire-session',
  retries: 15,
  retryDelay: 5,
  run: async ({ sessionId }, { app }) => {
    const provider = await findProvider(app)
    try {
      await provider?.stripe.checkout.sessions.expire(sessionId)
    } catch (error) {
      // The session is completed or has ended.
      if (!isProviderError(error, 'StripeInvalidRequestError')) throw error
    }
  },
})

/** Ends all links of the invoice and queues the end of its pages. The caller has locked the workspace. */
export async function endInvoicePages(app: App, trx: Trx, invoiceId: number): Promise<void> {
  await endLinksOfInvoice(trx, invoiceId)
  await endUnopenedOfInvoice(trx, invoiceId)
  for (const { session_id } of await listOpenInvoiceCheckouts(trx, invoiceId))
    if (session_id !== null) await app.jobs.send(trx, expireSession, { sessionId: session_id })
}

/**
 * Refuses with E_CONFLICT and the reason `charging` while an attempt to charge the invoice has not ended. The caller has
 * locked the workspace, so that no attempt starts until commit.
 */
export async function assertNotCharging(trx: Trx, invoiceId: number): Promise<void> {
  const charges = await listCharges(trx, invoiceId)
  if (charges.some(({ status }) => status === 'started')) throw new Refusal('E_CONFLICT', { reason: 'charging' })
}
