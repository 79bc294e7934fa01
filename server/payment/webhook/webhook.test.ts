// The webhook over the wire: signatures, repetitions, and the order of events.
import { openMembershipCheckout, openPointCheckout } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findTerms } from '../../billing/store/terms.ts'
import { createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { deliver, deliverAll } from '../../test/stripe-server.ts'
import { idOf } from '../provider/id-of.ts'
import { addCard } from '../stand-in/api.ts'
import { detach } from '../stand-in/payments.ts'
import { reconcile } from './reconcile.ts'

const { server, test } = await openPaymentTest()

async function startPurchase(owner: TestOwner) {
  const { url } = await test.succeed(openPointCheckout, { body: { back_url: '/', point: 1000 } }, owner)
  server.events.length = 0
  return url
}

async function stateOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  const { rows } = await sql<Record<string, unknown>>`
    select point, (select count(*) from billing_ledger where workspace_id = w.id) as rows,
      (select array_agg(status order by id) from checkouts where workspace_id = w.id) as checkouts
    from workspaces w where id = ${workspaceId}`.execute(test.db)
  return rows[0]
}

const BOUGHT = { point: 1000, rows: 1, checkouts: ['completed', 'completed'] }

function customerOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  return test.db
    .selectFrom('payment_customers')
    .select(['provider_customer_id', 'payment_method_id', 'last4'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

function storedEvents() {
  return test.db.selectFrom('payment_events').select(['id', 'processed_at']).execute()
}

/** All orders of a list. */
function orders<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, index) =>
    orders([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  )
}

describe('signatures', () => {
  const event = { id: 'evt_signed', object: 'event', type: 'ping', data: { object: { id: 'x' } } }

  it.each([
    ['another secret', { secret: 'whsec_other' }, 403],
    ['a time 6 minutes ago', { seconds: -360 }, 403],
    ['a time 6 minutes from now', { seconds: 360 }, 403],
    ['a time 4 minutes ago: the clocks of two machines differ', { seconds: -240 }, 200],
    ['a time 4 minutes from now', { seconds: 240 }, 200],
  ])('%s', async (_case, options, status) => {
    const answer = await deliver(test, event, options)
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.json()).toEqual({ error: 'E_FORBIDDEN', reason: 'signature' })
  })

  it.each([
    ['no signature', undefined, '{}'],
    ['an unreadable signature', 'x', '{}'],
    ['no body', 't=1,v1=x', ''],
  ])('%s', async (_case, signature, payload) => {
    const answer = await test.http.inject({
      method: 'POST',
      url: '/api/payment/webhook',
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
      payload,
    })
    expect(answer.statusCode).toBe(403)
  })

  it('covers the bytes: a changed body is refused and nothing is stored', async () => {
    const before = await storedEvents()
    const { Stripe } = await import('stripe')
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(event),
      secret: server.env['KAIWA_STRIPE_WEBHOOK_SECRET'] ?? '',
    })
    const answer = await test.http.inject({
      method: 'POST',
      url: '/api/payment/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: JSON.stringify({ ...event, id: 'evt_forged' }),
    })
    expect(answer.statusCode).toBe(403)
    expect(await storedEvents()).toEqual(before)
  })

  it('an unknown type, an unknown customer and an unknown object change nothing', async () => {
    const before = await test.db.selectFrom('billing_ledger').select('id').execute()
    const stranger = await server.stripe.customers.create({ email: 'x@kaiwa.example' })
    const method = await server.act((state) => addCard(state, stranger.id, '4242424242424242'))
    const intent = await server.stripe.paymentIntents.create({
      amount: 500,
      currency: 'jpy',
      customer: stranger.id,
      payment_method: method.id,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
    })
    const foreign = ['invoice.paid', 'payment_intent.succeeded', 'checkout.session.completed', 'charge.dispute.created']
    for (const [index, type] of foreign.entries()) {
      const id = type === 'payment_intent.succeeded' ? intent.id : `none_${index}`
      const answer = await deliver(test, {
        id: `evt_foreign_${index}`,
        object: 'event',
        type,
        data: { object: { id } },
      })
      expect(answer.statusCode).toBe(200)
    }
    await deliverAll(test, server)
    expect((await storedEvents()).every(({ processed_at }) => processed_at !== null)).toBe(true)
    expect(await test.db.selectFrom('billing_ledger').select('id').execute()).toEqual(before)
  })
})

describe('R4', () => {
  it('100 simultaneous copies give one row', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    const completed = server.events.find(({ type }) => type === 'checkout.session.completed') as object
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(test, completed)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await test.settle({ now: true })
    expect(await stateOf(owner)).toEqual(BOUGHT)
  })

  it('100 copies with different ids, processed simultaneously, give one row', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    const completed = server.events.find(({ type }) => type === 'checkout.session.completed')
    const { applySession } = await import('../checkout/apply-session.ts')
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => deliver(test, { ...completed, id: `evt_copy_${index}` })),
    )
    const id = sessionIdOf(url)
    await Promise.all([test.settle({ now: true }), ...Array.from({ length: 10 }, () => applySession(test.app, id))])
    expect(await stateOf(owner)).toEqual(BOUGHT)
  })

  it('every order of the events of a purchase gives one row and one state', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    const relevant = server.events.filter(({ type }) =>
      [
        'payment_method.attached',
        'payment_intent.created',
        'payment_intent.succeeded',
        'charge.succeeded',
        'checkout.session.completed',
      ].includes(String(type)),
    )
    expect(relevant).toHaveLength(5)
    for (const [round, order] of orders(relevant).entries()) {
      // Ids of their own: a known id is not processed again.
      for (const event of order) await deliver(test, { ...event, id: `${event.id}_${round}` })
      await test.settle({ now: true })
      expect(await stateOf(owner)).toEqual(BOUGHT)
    }
  }, 240_000)

  it('every order of the events of a registration starts one membership', async () => {
    const types = [
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
      'customer.updated',
    ]
    for (const order of orders(types)) {
      const owner = await createOwner(test.db, { plan: 'trial' })
      const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
      server.events.length = 0
      await enterCard(server, url)
      const [first] = server.events
      const row = await customerOf(owner)
      const known = new Map(server.events.map((event) => [event['type'], event]))
      for (const type of order) {
        const made = {
          ...first,
          id: `evt_${owner.id}_${type}`,
          type,
          data: { object: { id: row.provider_customer_id, object: 'customer' } },
        }
        await deliver(test, known.get(type) ?? made)
        await test.settle({ now: true })
      }
      expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ plan_id: null, payment_type: 'credit_card' })
      expect((await customerOf(owner)).last4).toBe('4242')
      server.events.length = 0
    }
  })
})

describe('late and missing events', () => {
  it('the event before the browser, and after 24 hours with a new signature', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    server.ahead = 25 * 60 * 60 * 1000
    const completed = server.events.find(({ type }) => type === 'checkout.session.completed') as object
    expect((await deliver(test, completed, { seconds: -25 * 60 * 60 })).statusCode).toBe(403)
    await deliver(test, completed)
    await test.settle({ now: true })
    expect(await stateOf(owner)).toEqual(BOUGHT)
  })

  it('while the provider is down, events are stored and processed later', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    server.isDown = true
    const [completed] = server.events.filter(({ type }) => type === 'checkout.session.completed')
    expect((await deliver(test, completed as object)).statusCode).toBe(200)
    await test.settle({ failures: 'expected' })
    expect(await stateOf(owner)).toMatchObject({ rows: 0 })
    server.isDown = false
    await test.settle({ now: true, failures: 'expected' })
    expect(await stateOf(owner)).toEqual(BOUGHT)
  })

  it('one object that cannot be compared is kept as a difference, and the others are repaired', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    const other = await createOwner(test.db, { plan: 'trial' })
    const broken = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, other)
    await enterCard(server, broken.url)
    const { setup_intent: intent } = await server.stripe.checkout.sessions.retrieve(sessionIdOf(broken.url))
    await test.db
      .deleteFrom('trial_provider_objects')
      .where('id', '=', idOf(intent) ?? '')
      .execute()
    server.events.length = 0
    await reconcile(test.app)
    expect(await stateOf(owner)).toEqual(BOUGHT)
    const found = await test.db.selectFrom('payment_differences').select(['provider_id', 'kind']).execute()
    expect(found).toEqual([{ provider_id: sessionIdOf(broken.url), kind: 'not-compared' }])
    await test.db.deleteFrom('payment_differences').execute()
    await test.db.deleteFrom('trial_provider_objects').where('id', '=', sessionIdOf(broken.url)).execute()
  })

  it('the nightly comparison repairs changes whose events were lost, and keeps differences that it cannot explain', async () => {
    const owner = await createMemberWithCard(test, server)
    const url = await startPurchase(owner)
    await enterCard(server, url)
    const row = await customerOf(owner)
    const foreign = await server.stripe.paymentIntents.create({
      amount: 700,
      currency: 'jpy',
      customer: row.provider_customer_id ?? '',
      payment_method: row.payment_method_id ?? '',
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
    })
    server.events.length = 0
    await reconcile(test.app)
    await reconcile(test.app)
    expect(await stateOf(owner)).toEqual(BOUGHT)
    const found = await test.db.selectFrom('payment_differences').select(['provider_id', 'kind']).execute()
    expect(found).toEqual([{ provider_id: foreign.id, kind: 'unknown-payment' }])
  })
})

it('a card that is removed at the provider is removed here, and another one takes its place', async () => {
  const owner = await createMemberWithCard(test, server)
  const read = () => customerOf(owner)
  const first = await read()
  await server.act((state) => detach(state, first.payment_method_id ?? ''))
  await deliverAll(test, server)
  expect(await read()).toMatchObject({ payment_method_id: null, last4: null })
  await server.act((state) => addCard(state, first.provider_customer_id ?? '', '5555555555554444'))
  await deliverAll(test, server)
  expect(await read()).toMatchObject({ last4: '4444' })
})
