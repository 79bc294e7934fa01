// Checkouts over the wire: our calls, the official client, and the stand-in as a provider behind its own port.
import {
  addPoint,
  confirmSubscription,
  getBillingPortal,
  openMembershipCheckout,
  openPointCheckout,
} from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import { findTerms } from '../../billing/store/terms.ts'
import { createContract, createPlan } from '../../test/factories/contracts.ts'
import { createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import { createMember, createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { readMails } from '../../test/read-mails.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { detach } from '../stand-in/payments.ts'

const { server, test } = await openPaymentTest()

function buy(owner: TestOwner, point = 1000, back_url = '/mypage/payment') {
  return test.call(openPointCheckout, { body: { back_url, point } }, owner)
}

async function mailsTo(person: { email: string }) {
  return (await readMails(test, person)).map(({ subject }) => subject)
}

describe('membership', () => {
  it('BILL-16 BILL-24 BILL-61 BILL-70 a registered card starts a membership, confirmed by the returned browser', async () => {
    const owner = await createOwner(test.db, { plan: 'trial', locale: 'en' })
    const opened = await test.call(openMembershipCheckout, { body: { back_url: '/projects/1', is_app: 0 } }, owner)
    expect(opened.status).toBe(201)
    const session = await server.stripe.checkout.sessions.retrieve(sessionIdOf(opened.body.url))
    expect(session).toMatchObject({ mode: 'setup', status: 'open', locale: 'en' })
    const back = new URL(session.success_url ?? '')
    expect([back.pathname, back.searchParams.get('back_url')]).toEqual(['/setup-payment/success', '/projects/1'])
    expect(session.success_url).toContain('session_id={CHECKOUT_SESSION_ID}')

    const before = await test.succeed(confirmSubscription, { body: { session_id: session.id } }, owner)
    expect(before).toEqual({ status: 'open', subscription_id: null })
    await enterCard(server, opened.body.url)
    const after = await test.call(confirmSubscription, { body: { session_id: session.id } }, owner)
    const terms = await findTerms(test.db, owner.workspaceId)
    expect([after.status, after.body]).toEqual([201, { status: 'completed', subscription_id: terms?.subscription_id }])
    expect(terms).toMatchObject({ plan_id: null, payment_type: 'credit_card', trial_ends_at: null })
    const again = await test.succeed(confirmSubscription, { body: { session_id: session.id } }, owner)
    expect(again).toEqual(after.body)

    await deliverAll(test, server)
    expect(await findTerms(test.db, owner.workspaceId)).toEqual(terms)
    const card = await test.db
      .selectFrom('payment_customers')
      .select(['brand', 'last4'])
      .where('workspace_id', '=', owner.workspaceId)
      .executeTakeFirst()
    expect(card).toEqual({ brand: 'visa', last4: '4242' })
    expect(await mailsTo(owner)).toEqual(['Kaiwa: your credit card was registered'])
  })

  it('starts by the event alone, when the browser does not return', async () => {
    const owner = await createMemberWithCard(test, server)
    expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ plan_id: null, payment_type: 'credit_card' })
  })

  it('is refused while a subscription is in force', async () => {
    const member = await createMemberWithCard(test, server)
    const planned = await createContract(test.db, { planId: await createPlan(test.db) })
    for (const owner of [member, planned])
      expect(await test.call(openMembershipCheckout, { body: { back_url: '/' } }, owner)).toMatchObject({
        status: 409,
        error: 'E_CONFLICT',
        body: { reason: 'subscription' },
      })
  })

  it('a card that was removed before its registration was applied ends the checkout', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
    await enterCard(server, url)
    const session = await server.stripe.checkout.sessions.retrieve(sessionIdOf(url))
    const [method] = await server.act((state) => state.list('payment_method', { customer: session.customer }))
    await server.act((state) => detach(state, method?.id ?? ''))
    const { status } = await test.succeed(confirmSubscription, { body: { session_id: session.id } }, owner)
    expect(status).toBe('expired')
    expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ trial_ends_at: expect.any(Date) })
  })

  it('two completed checkouts start one membership; the card is that of the later one', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const urls = []
    for (const back_url of ['/a', '/b'])
      urls.push((await test.succeed(openMembershipCheckout, { body: { back_url } }, owner)).url)
    expect(new Set(urls).size).toBe(2)
    for (const [index, url] of urls.entries()) {
      await enterCard(server, url, index === 0 ? '4242424242424242' : '5555555555554444')
      await deliverAll(test, server)
    }
    const started = await test.db
      .selectFrom('subscriptions')
      .select('id')
      .where('workspace_id', '=', owner.workspaceId)
      .where('status', '=', 'active')
      .execute()
    expect(started).toHaveLength(1)
    const customer = await test.db
      .selectFrom('payment_customers')
      .select('last4')
      .where('workspace_id', '=', owner.workspaceId)
      .executeTakeFirst()
    expect(customer?.last4).toBe('4444')
  })
})

describe('rights and contracts', () => {
  it('only the owner opens, confirms and manages', async () => {
    const owner = await createMemberWithCard(test, server)
    const { url } = (await buy(owner)).body
    const session_id = sessionIdOf(url)
    for (const role of [ROLE.manager, ROLE.member, ROLE.guest] as const) {
      const member = await createMember(test.db, owner, role)
      const answers = await Promise.all([
        test.call(openMembershipCheckout, { body: { back_url: '/' } }, member),
        test.call(openPointCheckout, { body: { back_url: '/', point: 1000 } }, member),
        test.call(addPoint, { body: { session_id } }, member),
        test.call(confirmSubscription, { body: { session_id } }, member),
        test.call(getBillingPortal, {}, member),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    }
    const stranger = await createMemberWithCard(test, server)
    const foreign = await Promise.all([
      test.call(addPoint, { body: { session_id } }, stranger),
      test.call(confirmSubscription, { body: { session_id } }, stranger),
      test.call(confirmSubscription, { body: { session_id } }, owner),
      test.call(addPoint, { body: { session_id: 'cs_test_none' } }, owner),
    ])
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'projects',
    '',
    '/api/profile/logout',
    '/%zz',
  ])('BILL-70 refuses the back_url %j', async (back_url) => {
    const owner = await createContract(test.db)
    const answer = await buy(owner, 1000, back_url)
    expect([answer.status, answer.errors]).toEqual([422, { back_url: ['format'] }])
    expect(server.calls).toEqual([])
  })

  it('BILL-70 is_app returns to the app', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const body = { back_url: '/mypage/payment?tab=1#x', is_app: 1 as const }
    const { url } = await test.succeed(openMembershipCheckout, { body }, owner)
    const session = await server.stripe.checkout.sessions.retrieve(sessionIdOf(url))
    const back = new URL(session.success_url ?? '').searchParams
    expect([back.get('is_app'), back.get('back_url')]).toEqual(['1', body.back_url])
    const cancel = new URL(session.cancel_url ?? '')
    expect([cancel.pathname, Buffer.from(cancel.searchParams.get('p') ?? '', 'base64').toString()]).toEqual([
      '/application',
      body.back_url,
    ])
  })

  it('BILL-69 the portal opens for a customer, in the language of the page, and returns to the payment page', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    expect(await test.call(getBillingPortal, {}, owner)).toMatchObject({ status: 409, body: { reason: 'customer' } })
    const member = await createMemberWithCard(test, server)
    const { body } = await test.call(getBillingPortal, {}, member)
    const portal = await server.act((state) => state.find(sessionIdOf(body.url), 'billing_portal.session'))
    expect(new URL(String(portal['return_url'])).pathname).toBe('/mypage/payment')
  })
})

it('without the settings, cards are off with a reason', async () => {
  const without = await openTestApp({ env: { KAIWA_DEMO: 'off' } })
  try {
    const owner = await createContract(without.db)
    const answers = await Promise.all([
      without.call(
        openMembershipCheckout,
        { body: { back_url: '/' } },
        await createOwner(without.db, { plan: 'trial' }),
      ),
      without.call(openPointCheckout, { body: { back_url: '/', point: 1000 } }, owner),
      without.call(getBillingPortal, {}, owner),
    ])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, error: 'E_UNAVAILABLE', body: { reason: 'card.not-set' } })
  } finally {
    await without.close()
  }
})
