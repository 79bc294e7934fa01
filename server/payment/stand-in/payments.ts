// Cards, payments, refunds and disputes of the stand-in, as Stripe's objects.
import { cardByLast4, cardByNumber, type TestCard } from './cards.ts'
import { invalidRequest, ProviderFailure, type ProviderObject, type State } from './state.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

export interface NewIntent {
  amount: number
  customer: string | null
  metadata: Record<string, string>
}

function cardOf(method: ProviderObject): TestCard {
  const { last4 } = method['card'] as { last4: string }
  return cardByLast4(last4) as TestCard
}

/** A card of a customer. The number is not stored. */
export async function createMethod(state: State, number: string, customer: string | null): Promise<ProviderObject> {
  const card = cardByNumber(number)
  if (!card) throw invalidRequest('Unknown test card', { code: 'incorrect_number' })
  const expires = state.now.getUTCFullYear() + 3
  const method = await state.create('pm', 'payment_method', {
    type: 'card',
    customer,
    card: { brand: card.brand, last4: number.slice(-4), exp_month: 12, exp_year: expires },
  })
  await state.emit('payment_method.attached', method)
  return method
}

function errorOf(code: string): Record<string, unknown> {
  const isFunds = code === 'insufficient_funds'
  return {
    type: 'card_error',
    code: isFunds ? 'card_declined' : code,
    decline_code: code === 'card_declined' ? 'generic_decline' : code,
    message: MESSAGES[code],
  }
}

async function succeed(state: State, intent: ProviderObject): Promise<ProviderObject> {
  const charge = await state.create('ch', 'charge', {
    amount: intent['amount'],
    amount_refunded: 0,
    currency: 'jpy',
    customer: intent['customer'],
    payment_intent: intent.id,
    payment_method: intent['payment_method'],
    metadata: intent['metadata'],
    status: 'succeeded',
    refunded: false,
    disputed: false,
    paid: true,
  })
  const paid = await state.change(intent, {
    status: 'succeeded',
    amount_received: intent['amount'],
    latest_charge: charge.id,
    last_payment_error: null,
  })
  await state.emit('charge.succeeded', charge)
  await state.emit('payment_intent.succeeded', paid)
  return paid
}

/** Creates a payment and tries to charge the card. A refused card leaves the payment open. */
export async function pay(
  state: State,
  { amount, customer, metadata }: NewIntent,
  method: ProviderObject,
  isPresent: boolean,
): Promise<{ intent: ProviderObject; error: Record<string, unknown> | null }> {
  const intent = await state.create('pi', 'payment_intent', {
    amount,
    amount_received: 0,
    currency: 'jpy',
    customer,
    payment_method: method.id,
    metadata,
    status: 'requires_confirmation',
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
  })
  await state.emit('payment_intent.created', intent)
  const card = cardOf(method)
  const answer = isPresent ? card.present : card.later
  if (answer === 'succeeds' || answer === 'asks') return { intent: await succeed(state, intent), error: null }
  const error = errorOf(answer)
  const failed = await state.change(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: error,
  })
  await state.emit('payment_intent.payment_failed', failed)
  return { intent: failed, error }
}

/** The answer to a charge whose card was refused: the error contains the payment. */
export function cardFailure(error: Record<string, unknown>, intent: ProviderObject): ProviderFailure {
  return new ProviderFailure(402, { ...error, payment_intent: intent })
}

export async function refund(state: State, intentId: string, amount: number | undefined): Promise<ProviderObject> {
  const intent = await state.find(intentId, 'payment_intent')
  if (intent['status'] !== 'succeeded') throw invalidRequest('This payment was not charged.')
  const charge = await state.find(String(intent['latest_charge']), 'charge')
  const left = Number(charge['amount']) - Number(charge['amount_refunded'])
  const sum = amount ?? left
  if (left === 0) throw invalidRequest('Charge has already been refunded.', { code: 'charge_already_refunded' })
  if (sum > left) throw invalidRequest('Refund amount is greater than the unrefunded amount.')
  const created = await state.create('re', 'refund', {
    amount: sum,
    currency: 'jpy',
    charge: charge.id,
    payment_intent: intentId,
    status: 'succeeded',
    metadata: {},
  })
  const changed = await state.change(charge, {
    amount_refunded: Number(charge['amount_refunded']) + sum,
    refunded: sum === left,
  })
  await state.emit('refund.created', created)
  await state.emit('charge.refunded', changed)
  return created
}

/** The bank takes the money of a payment back until the dispute is closed. */
export async function openDispute(state: State, intentId: string): Promise<ProviderObject> {
  const intent = await state.find(intentId, 'payment_intent')
  const charge = await state.find(String(intent['latest_charge']), 'charge')
  const dispute = await state.create('dp', 'dispute', {
    amount: charge['amount'],
    currency: 'jpy',
    charge: charge.id,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  await state.change(charge, { disputed: true })
  await state.emit('charge.dispute.created', dispute)
  return dispute
}

export async function closeDispute(state: State, id: string, status: 'won' | 'lost'): Promise<ProviderObject> {
  const closed = await state.change(await state.find(id, 'dispute'), { status })
  await state.emit('charge.dispute.closed', closed)
  return closed
}

/** Removes a card from its customer. */
export async function detach(state: State, id: string): Promise<ProviderObject> {
  const method = await state.find(id, 'payment_method')
  const { customer } = method
  if (typeof customer !== 'string') throw invalidRequest('The payment method is not attached to a customer.')
  const detached = await state.change(method, { customer: null })
  const owner = await state.find(customer, 'customer')
  const settings = owner['invoice_settings'] as { default_payment_method: string | null }
  if (settings.default_payment_method === id)
    await state.change(owner, { invoice_settings: { default_payment_method: null } })
  await state.emit('payment_method.detached', detached, { customer })
  return detached
}

/** Deletes a customer with its cards. Payments stay. */
export async function deleteCustomer(state: State, id: string): Promise<ProviderObject> {
  const owner = await state.findCustomer(id)
  for (const method of await state.list('payment_method', { customer: id }))
    await state.change(method, { customer: null })
  const deleted = await state.change(owner, { deleted: true })
  await state.emit('customer.deleted', owner)
  return deleted
}

/** Changes who the customer is. */
export async function updateCustomer(
  state: State,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ProviderObject> {
  const owner = await state.findCustomer(id)
  const changed = await state.change(owner, { ...fields })
  await state.emit('customer.updated', changed, Object.fromEntries(Object.keys(fields).map((key) => [key, owner[key]])))
  return changed
}

export async function setDefaultMethod(state: State, customerId: string, method: string): Promise<ProviderObject> {
  const owner = await state.findCustomer(customerId)
  const { customer } = await state.find(method, 'payment_method')
  if (customer !== customerId) throw invalidRequest('The payment method belongs to another customer.')
  const changed = await state.change(owner, { invoice_settings: { default_payment_method: method } })
  await state.emit('customer.updated', changed, { invoice_settings: owner['invoice_settings'] })
  return changed
}
