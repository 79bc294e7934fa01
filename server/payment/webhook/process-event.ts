// Processes an event of the provider: reads the object that it is about and applies its present state. The content of the
// event only says which object that is, so the order of events does not matter.
import * as z from 'zod'
import { applyIntent } from '../charges/apply-intent.ts'
import { applyDispute, applyRefunds } from '../charges/apply-returns.ts'
import { applySession } from '../checkout/apply-session.ts'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { applyCustomer } from '../provider/apply-customer.ts'
import { isProviderError } from '../provider/client.ts'
import { findCustomerByCard } from '../provider/store/customers.ts'
import { findEvent, markProcessed } from './store.ts'

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()

const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({ id: z.string(), customer: reference, payment_intent: reference }),
    previous_attributes: z.object({ customer: reference }).nullish(),
  }),
})
type Event = z.output<typeof eventSchema>

type Apply = (app: App, data: Event['data']) => Promise<unknown>

const session: Apply = (app, { object }) => applySession(app, object.id)
const intent: Apply = (app, { object }) => applyIntent(app, object.id)
const refunds: Apply = async (app, { object }) =>
  typeof object.payment_intent === 'string' && applyRefunds(app, object.payment_intent)
const dispute: Apply = (app, { object }) => applyDispute(app, object.id)
const customer: Apply = (app, { object }) => applyCustomer(app, object.id)

/** A removed card does not name its customer anymore. */
const method: Apply = async (app, { object, previous_attributes: previous }) => {
  const owner =
    object.customer ?? previous?.customer ?? (await findCustomerByCard(app.db, object.id))?.provider_customer_id
  return typeof owner === 'string' && applyCustomer(app, owner)
}

/** Types of events that change something here. Others are stored and have no effect. */
export const HANDLED_EVENTS: Readonly<Record<string, Apply>> = {
  'checkout.session.completed': session,
  'checkout.session.expired': session,
  'checkout.session.async_payment_succeeded': session,
  'payment_intent.succeeded': intent,
  'payment_intent.payment_failed': intent,
  'payment_intent.requires_action': intent,
  'payment_intent.canceled': intent,
  'charge.refunded': refunds,
  'refund.failed': refunds,
  'charge.dispute.created': dispute,
  'charge.dispute.closed': dispute,
  'payment_method.attached': method,
  'payment_method.detached': method,
  'customer.updated': customer,
  'customer.deleted': customer,
}

/** Retries of about an hour; the nightly comparison repeats what was given up then. */
const RETRIES = 20

export const processEvent = job<{ id: string }>({
  name: 'payment.process-event',
  concurrency: 4,
  retries: RETRIES,
  retryDelay: 2,
  run: async ({ id }, { app }) => {
    const stored = await findEvent(app.db, id)
    if (!stored || stored.processed_at !== null) return
    const event = eventSchema.safeParse(stored.payload)
    const apply = event.success ? HANDLED_EVENTS[event.data.type] : undefined
    try {
      if (event.success && apply) await apply(app, event.data.data)
    } catch (error) {
      // The object belongs to another account, or was deleted at the provider.
      if (!isProviderError(error, 'StripeInvalidRequestError')) throw error
      app.log.warn({ event: id, type: stored.type, reason: error.message }, 'payment event without an object')
    }
    await markProcessed(app.db, id)
  },
})
