// Local mode without keys: the stand-in inside the program, with its pages under /dev/stripe and its own webhooks.
import {
  getBillingPortal,
  getCurrentPayment,
  openMembershipCheckout,
  openPointCheckout,
} from '@kaiwa/contract/payment.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionIdOf } from '../../test/factories/payments.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { findProvider } from '../provider/client.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function openMembership(locale: 'ja' | 'en' = 'ja') {
  const owner = await createOwner(test.db, { plan: 'trial', locale })
  const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/mypage/payment' } }, owner)
  return { owner, path: new URL(url).pathname }
}

function get(url: string, remoteAddress = '127.0.0.1') {
  return test.http.inject({ url, remoteAddress })
}

function post(url: string, fields: Record<string, string>) {
  return test.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

function payment(owner: TestOwner) {
  return test.succeed(getCurrentPayment, {}, owner)
}

async function createTrialMember(card = '4242424242424242') {
  const { owner, path } = await openMembership()
  await post(path, { card })
  await test.settle()
  return owner
}

it('is labelled as a trial, on the payment page and on every page of the stand-in, in both languages', async () => {
  const { owner, path } = await openMembership()
  expect(await payment(owner)).toMatchObject({ is_trial_provider: true, card_reason: null, card: null })
  expect((await get(path)).body).toContain('お試し環境です。実際の請求は行われません。')
  const english = await openMembership('en')
  expect((await get(english.path)).body).toContain('This is a trial. Nothing is charged.')
})

it('a card on the page starts a membership; its events arrive like those of the provider', async () => {
  const { owner, path } = await openMembership()
  const done = await post(path, { card: '4242424242424242' })
  const back = new URL(String(done.headers.location))
  expect([done.statusCode, back.pathname, back.searchParams.get('session_id')]).toEqual([
    303,
    '/setup-payment/success',
    sessionIdOf(`http://kaiwa${path}`),
  ])
  await test.settle()
  expect(await payment(owner)).toMatchObject({
    subscription: { plan: null, payment_type: 'credit_card' },
    point_purchase: 'checkout',
    card: { brand: 'visa', last4: '4242' },
  })
})

describe('the page of a checkout', () => {
  it.each([
    ['4000000000000002', 'カードが拒否されました。別のカードをお試しください。'],
    ['4000000000009995', '残高が不足しています。別のカードをお試しください。'],
    ['1234', 'テストカードを選択してください。'],
    ['', 'テストカードを選択してください。'],
  ])('refuses the card %j and stays', async (card, sentence) => {
    const { path } = await openMembership()
    const answer = await post(path, { card })
    expect([answer.statusCode, answer.body.includes(sentence)]).toEqual([200, true])
    expect((await get(path)).body).toContain('登録する')
  })

  it('asks for authentication, which can be refused', async () => {
    const { owner, path } = await openMembership()
    const card = '4000002760003184'
    expect((await post(path, { card })).body).toContain('本人認証')
    expect((await post(path, { card, confirmed: 'no' })).body).toContain('本人認証が完了しませんでした')
    expect((await post(path, { card, confirmed: 'yes' })).statusCode).toBe(303)
    await test.settle()
    expect((await payment(owner)).card).toMatchObject({ last4: '3184' })
  })

  it('shows the price of points, and has ended after the payment', async () => {
    const owner = await createTrialMember()
    const body = { back_url: '/mypage/payment', point: 12_000 }
    const { url } = await test.succeed(openPointCheckout, { body }, owner)
    const path = new URL(url).pathname
    expect((await get(path)).body).toContain('お支払い金額：13,200円（税込）')
    expect((await post(path, { card: '5555555555554444' })).statusCode).toBe(303)
    expect((await post(path, { card: '5555555555554444' })).body).toContain('有効期限が切れています')
    await test.settle()
    const row = await test.db
      .selectFrom('workspaces')
      .select('point')
      .where('id', '=', owner.workspaceId)
      .executeTakeFirst()
    expect(row?.point).toBe(12_000)
  })
})

it('the portal adds, chooses and removes cards', async () => {
  const owner = await createTrialMember()
  const { url } = await test.succeed(getBillingPortal, {}, owner)
  const path = new URL(url).pathname
  expect((await get(path)).body).toContain('visa ****4242')
  expect((await post(path, { card: '4000000000000002' })).body).toContain('カードが拒否されました')
  await post(path, { card: '5555555555554444' })
  await test.settle()
  expect((await payment(owner)).card).toMatchObject({ brand: 'mastercard', last4: '4444' })
  const page = (await get(path)).body
  const [use] = /name="use" value="(\w+)"/.exec(page)?.slice(1) ?? []
  await post(path, { use: use ?? '' })
  await test.settle()
  expect((await payment(owner)).card).toMatchObject({ last4: '4242' })
  for (const [, remove = ''] of page.matchAll(/name="remove" value="(\w+)"/g)) await post(path, { remove })
  await test.settle()
  expect((await payment(owner)).card).toBeNull()
})

it('the portal changes no card of another customer', async () => {
  const [owner, other] = [await createTrialMember(), await createTrialMember()]
  const { url } = await test.succeed(getBillingPortal, {}, owner)
  const { payment_method_id: foreign } = await test.db
    .selectFrom('payment_customers')
    .select('payment_method_id')
    .where('workspace_id', '=', other.workspaceId)
    .executeTakeFirstOrThrow()
  await post(new URL(url).pathname, { remove: foreign ?? '' })
  await test.settle()
  expect((await payment(other)).card).toMatchObject({ last4: '4242' })
})

describe('pages are hidden', () => {
  it('from other machines, and if there is no such session', async () => {
    const { path } = await openMembership()
    expect((await get(path, '192.0.2.7')).statusCode).toBe(404)
    for (const url of [
      '/dev/stripe/checkout/cs_test_none',
      '/dev/stripe/portal/bps_none',
      `/dev/stripe/portal/${sessionIdOf(`http://kaiwa${path}`)}`,
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })

  it.each([
    ['in server mode', { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['with the keys of the provider', { KAIWA_STRIPE_SECRET_KEY: 'sk_test_x', KAIWA_STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
    ['without the demo', { KAIWA_DEMO: 'off' }],
  ])('%s', async (_case, env) => {
    const other = await openTestApp({ env })
    try {
      for (const url of ['/dev/stripe/checkout/x', '/dev/stripe/portal/x'])
        expect((await other.http.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404)
      expect((await findProvider(other.app))?.standIn).toBeUndefined()
    } finally {
      await other.close()
    }
  })
})
