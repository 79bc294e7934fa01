// The stand-in through the official client over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Stripe } from 'stripe'
import { openStripeServer, type StripeServer } from '../../test/stripe-server.ts'
import { idOf } from '../provider/id-of.ts'
import { addCard } from './api.ts'
import { completeSession } from './sessions.ts'

let server: StripeServer
let stripe: Stripe
beforeAll(async () => {
  server = await openStripeServer()
  stripe = server.stripe
})
afterAll(async () => {
  await server.stop()
  await server.database.drop()
})

const HOUR = 60 * 60

function inAnHour(): number {
  return Math.floor((Date.now() + server.ahead) / 1000) + HOUR
}

async function createCustomer(card?: string) {
  const customer = await stripe.customers.create({ email: 'hanako@kaiwa.example', metadata: { workspace: '1' } })
  const method = card === undefined ? null : await server.act((state) => addCard(state, customer.id, card))
  return { customer: customer.id, method: method?.id ?? '' }
}

function sessionParams(customer: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: 'payment',
    customer,
    success_url: 'https://kaiwa.example/payment/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://kaiwa.example/',
    locale: 'ja',
    allowed_payment_method_types: ['card'],
    expires_at: inAnHour(),
    line_items: [
      { quantity: 1, price_data: { currency: 'jpy', unit_amount: 1100, product_data: { name: '1,000 ポイント' } } },
    ],
    payment_intent_data: { metadata: { checkout: 'x' } },
    ...more,
  } satisfies Stripe.Checkout.SessionCreateParams
}

function charge(customer: string, payment_method: string, key?: string, amount = 5500) {
  return stripe.paymentIntents.create(
    {
      amount,
      currency: 'jpy',
      customer,
      payment_method,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      metadata: { invoice: '7' },
    },
    key === undefined ? {} : { idempotencyKey: key },
  )
}

async function errorOf(work: Promise<unknown>) {
  return work.then(
    () => null,
    ({ type, code, statusCode, decline_code, payment_intent }) => ({
      type,
      code,
      statusCode,
      decline_code,
      status: payment_intent?.status,
    }),
  )
}

describe('calls', () => {
  it('answers nested fields as they were sent', async () => {
    const { customer } = await createCustomer()
    const session = await stripe.checkout.sessions.create(sessionParams(customer))
    expect(session).toMatchObject({ object: 'checkout.session', status: 'open', amount_total: 1100, currency: 'jpy' })
    expect(session.url).toBe(`https://kaiwa.example/dev/stripe/checkout/${session.id}`)
    expect(session).not.toHaveProperty('trial')
  })

  it('refuses a wrong key, an unknown object, an unknown parameter and a wrong value', async () => {
    const { customer } = await createCustomer()
    const stranger = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(server.env['KAIWA_STRIPE_URL'] ?? '').port,
      protocol: 'http',
      telemetry: false,
    })
    const refusals = await Promise.all([
      errorOf(stranger.customers.retrieve(customer)),
      errorOf(stripe.customers.retrieve('cus_none')),
      errorOf(stripe.customers.create({ emial: 'x' } as Stripe.CustomerCreateParams)),
      errorOf(stripe.checkout.sessions.create(sessionParams(customer, { expires_at: inAnHour() - HOUR }))),
      errorOf(charge(customer, 'pm_none', undefined, 49)),
    ])
    expect(refusals.map((refusal) => [refusal?.statusCode, refusal?.code])).toEqual([
      [401, undefined],
      [404, 'resource_missing'],
      [400, 'parameter_unknown'],
      [400, undefined],
      [400, undefined],
    ])
  })

  it('lists page by page, newest first, within a time', async () => {
    const { customer, method } = await createCustomer('4242424242424242')
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await charge(customer, method)).id)
    const found: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) found.push(id)
    expect(found).toEqual(ids.toReversed())
    const later = await stripe.paymentIntents.list({ customer, created: { gte: inAnHour() } })
    expect(later.data).toEqual([])
  })

  it('keeps its state when it is started again', async () => {
    const { customer } = await createCustomer()
    const again = await openStripeServer(server.database)
    try {
      expect(await again.stripe.customers.retrieve(customer)).toMatchObject({ email: 'hanako@kaiwa.example' })
    } finally {
      await again.stop()
    }
  })
})

describe('idempotency keys', () => {
  it('one charge for concurrent and repeated requests; another one after 24 hours', async () => {
    const { customer, method } = await createCustomer('4242424242424242')
    const answers = await Promise.all(Array.from({ length: 5 }, () => charge(customer, method, 'key-1')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    server.ahead = 25 * HOUR * 1000
    try {
      const late = await charge(customer, method, 'key-1')
      expect(late.id).not.toBe(answers[0]?.id)
      expect(late.created).toBeGreaterThan((answers[0]?.created ?? 0) + 24 * HOUR)
    } finally {
      server.ahead = 0
    }
  })

  it('refuses the key with other parameters, and repeats a failure', async () => {
    const { customer, method } = await createCustomer('4000000000000341')
    const first = await errorOf(charge(customer, method, 'key-2'))
    expect(first).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' })
    const before = server.events.length
    expect(await errorOf(charge(customer, method, 'key-2'))).toEqual(first)
    expect(server.events.length).toBe(before)
    expect(await errorOf(charge(customer, method, 'key-2', 600))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })
})

describe('test cards', () => {
  it.each([
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000002760003184', 'authentication_required', 'authentication_required'],
  ])('%s, charged later: %s', async (number, code, decline_code) => {
    const { customer, method } = await createCustomer(number)
    expect(await errorOf(charge(customer, method))).toEqual({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code,
      status: 'requires_payment_method',
    })
  })

  it('a declined card leaves a checkout open, an accepted one completes it once', async () => {
    const { customer } = await createCustomer()
    const { id } = await stripe.checkout.sessions.create(sessionParams(customer))
    const outcomes = []
    for (const card of ['4000000000000002', '1', '4242424242424242', '4242424242424242'])
      outcomes.push(await server.act((state) => completeSession(state, id, card)))
    expect(outcomes).toEqual(['card_declined', 'incorrect_number', 'completed', 'ended'])
    const session = await stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    const intent = await stripe.paymentIntents.retrieve(idOf(session.payment_intent) ?? '')
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1100, metadata: { checkout: 'x' } })
  })
})

describe('time', () => {
  it('a session ends at its time, with an event', async () => {
    const { customer } = await createCustomer()
    const { id } = await stripe.checkout.sessions.create(sessionParams(customer))
    server.events.length = 0
    server.ahead = (HOUR + 1) * 1000
    try {
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
      expect(await server.act((state) => completeSession(state, id, '4242424242424242'))).toBe('ended')
      expect(server.events.map(({ type }) => type)).toEqual(['checkout.session.expired'])
      expect(await errorOf(stripe.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 })
    } finally {
      server.ahead = 0
    }
  })
})
