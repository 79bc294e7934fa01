// Receives events of the provider. The signature covers the bytes of the body, so it is checked before the body is parsed.
// An event is stored with its job in one transaction and answered immediately: the provider repeats an event that is not
// answered within seconds.
import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cardReason, webhookSecretOf } from '../provider/provider-secrets.ts'
import { processEvent } from './process-event.ts'
import { insertEvent } from './store.ts'

/** Seconds by which the time of a signature may differ from our clock, in both directions. */
const TOLERANCE = 300

const eventSchema = z.object({ id: z.string().min(1).max(255), type: z.string().max(255), object: z.literal('event') })

/** Stripe's client accepts times in the future; a replay must not be prepared for them. */
function isFromFuture(signature: string): boolean {
  const time = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return time > Date.now() / 1000 + TOLERANCE
}

/** Refuses with E_FORBIDDEN and the reason `signature`. Returns whether the event is new. */
export async function receiveEvent(app: App, body: Buffer, signature: string): Promise<boolean> {
  if (cardReason(app.config) !== null)
    throw new Refusal('E_UNAVAILABLE', { reason: 'card.not-set' }, { 'retry-after': '60' })
  const { Stripe } = await import('stripe')
  let event: unknown
  try {
    event = Stripe.webhooks.constructEvent(body, signature, webhookSecretOf(app.config), TOLERANCE)
  } catch (error) {
    app.log.warn({ reason: (error as Error).message.split('\n', 1)[0] }, 'payment event refused')
    throw new Refusal('E_FORBIDDEN', { reason: 'signature' })
  }
  if (isFromFuture(signature)) throw new Refusal('E_FORBIDDEN', { reason: 'signature' })
  const { id, type } = eventSchema.parse(event)
  return app.db.transaction().execute(async (trx) => {
    if (!(await insertEvent(trx, id, type, event))) return false
    await app.jobs.send(trx, processEvent, { id })
    return true
  })
}
