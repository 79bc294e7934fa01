// Checkout sessions of the stand-in.
import { cardByNumber } from './cards.ts'
import { createMethod, pay } from './payments.ts'
import { invalidRequest, type ProviderObject, type State } from './state.ts'

export interface NewSession {
  mode: 'setup' | 'payment'
  customer: string
  success_url: string
  cancel_url: string
  expires_at: number
  locale: string
  currency: string
  metadata: Record<string, string>
  /** Metadata of the payment or of the registration of the card. */
  inner: Record<string, string>
  amount: number | null
  name: string | null
}

const MIN_SECONDS = 30 * 60
const MAX_SECONDS = 24 * 60 * 60

export async function createSession(state: State, given: NewSession): Promise<ProviderObject> {
  await state.findCustomer(given.customer)
  const left = given.expires_at - state.seconds
  if (left < MIN_SECONDS - 5 || left > MAX_SECONDS + 5)
    throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours.', { param: 'expires_at' })
  const { mode, inner, amount, name, ...fields } = given
  const intent =
    mode === 'setup'
      ? await state.create('seti', 'setup_intent', {
          customer: given.customer,
          metadata: inner,
          payment_method: null,
          status: 'requires_payment_method',
        })
      : null
  const session = await state.create('cs_test', 'checkout.session', {
    ...fields,
    mode,
    status: 'open',
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    amount_total: amount,
    payment_intent: null,
    setup_intent: intent?.id ?? null,
    // Shown on the page and used for the payment; not part of Stripe's object.
    trial: { name, inner },
  })
  return state.change(session, { url: `${new URL(given.success_url).origin}/dev/stripe/checkout/${session.id}` })
}

/** A session ends at its time, before any read. */
export async function readSession(state: State, id: string): Promise<ProviderObject> {
  const session = await state.find(id, 'checkout.session')
  if (session['status'] !== 'open' || Number(session['expires_at']) > state.seconds) return session
  return endSession(state, session)
}

async function endSession(state: State, session: ProviderObject): Promise<ProviderObject> {
  const expired = await state.change(session, { status: 'expired', url: null })
  await state.emit('checkout.session.expired', expired)
  return expired
}

export async function expireSession(state: State, id: string): Promise<ProviderObject> {
  const session = await readSession(state, id)
  if (session['status'] !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${String(session['status'])}.`,
    )
  return endSession(state, session)
}

async function complete(state: State, session: ProviderObject, fields: Record<string, unknown>): Promise<void> {
  const done = await state.change(session, { ...fields, status: 'complete', url: null })
  await state.emit('checkout.session.completed', done)
}

export type SessionOutcome = 'completed' | 'ended' | 'card_declined' | 'insufficient_funds' | 'incorrect_number'

/** The actions of the customer on the page: enters a card and agrees. */
export async function completeSession(state: State, id: string, number: string): Promise<SessionOutcome> {
  const session = await readSession(state, id)
  if (session['status'] !== 'open') return 'ended'
  const card = cardByNumber(number)
  if (!card) return 'incorrect_number'
  if (card.present === 'card_declined' || card.present === 'insufficient_funds') return card.present
  const customer = String(session['customer'])
  const method = await createMethod(state, number, customer)
  if (session['mode'] === 'setup') {
    const intent = await state.find(String(session['setup_intent']), 'setup_intent')
    const done = await state.change(intent, { status: 'succeeded', payment_method: method.id })
    await state.emit('setup_intent.succeeded', done)
    await complete(state, session, {})
    return 'completed'
  }
  const { inner } = session['trial'] as { inner: Record<string, string> }
  const { intent } = await pay(
    state,
    { amount: Number(session['amount_total']), customer, metadata: inner },
    method,
    true,
  )
  await complete(state, session, { payment_status: 'paid', payment_intent: intent.id })
  return 'completed'
}
