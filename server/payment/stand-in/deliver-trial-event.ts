import { job } from '../../platform/jobs/job.ts'
import { webhookSecretOf } from '../provider/provider-secrets.ts'
import { receiveEvent } from '../webhook/receive-event.ts'
import { findTrialObject } from './store.ts'

/**
 * Delivers an event of the stand-in as the provider would: with a new signature at each attempt, and repeated until it is accepted.
 * It is passed to the code behind the webhook's address, because a worker does not know the address.
 */
export const deliverTrialEvent = job<{ id: string }>({
  name: 'payment.deliver-trial-event',
  retries: 20,
  retryDelay: 2,
  run: async ({ id }, { app }) => {
    const event = await findTrialObject(app.db, id)
    if (!event) return
    const { Stripe } = await import('stripe')
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecretOf(app.config) })
    await receiveEvent(app, Buffer.from(payload), signature)
  },
})
