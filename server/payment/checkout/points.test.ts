// Purchases of points over the wire.
import { addPoint, openPointCheckout } from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addPoints } from '../../billing/points/add-points.ts'
import { createContract, createPlan } from '../../test/factories/contracts.ts'
import { createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import {
  createMember,
  createOwner,
  type TestOwner,
  type TestUser,
  transferWorkspace,
} from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { idOf } from '../provider/id-of.ts'
import { refund } from '../stand-in/payments.ts'

const { server, test } = await openPaymentTest()

function ledgerOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  return test.db
    .selectFrom('billing_ledger')
    .select(['billing_type', 'money', 'point', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

async function balanceOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  const row = await test.db.selectFrom('workspaces').select('point').where('id', '=', workspaceId).executeTakeFirst()
  return row?.point
}

function buy(owner: TestUser, point = 1000, back_url = '/mypage/payment') {
  return test.call(openPointCheckout, { body: { back_url, point } }, owner)
}

/** Buys 1,000 points by card. Returns the id of the payment. */
async function buyAndPay(owner: TestUser): Promise<string> {
  const { body } = await buy(owner)
  await enterCard(server, body.url)
  await deliverAll(test, server)
  const session = await server.stripe.checkout.sessions.retrieve(sessionIdOf(body.url))
  return idOf(session.payment_intent) ?? ''
}

describe('points', () => {
  it('BILL-25 BILL-47 BILL-65 BILL-71 1,000 points cost 1,100 yen, and are added once', async () => {
    const owner = await createMemberWithCard(test, server)
    const opened = await buy(owner)
    expect(opened.status).toBe(201)
    const id = sessionIdOf(opened.body.url)
    const session = await server.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ mode: 'payment', amount_total: 1100, currency: 'jpy' })
    expect(new URL(session.success_url ?? '').pathname).toBe('/payment/success')
    expect(await test.succeed(addPoint, { body: { session_id: id } }, owner)).toEqual({ status: 'open', point: 0 })
    expect(await balanceOf(owner)).toBe(0)
    await enterCard(server, opened.body.url)
    const confirm = () => test.call(addPoint, { body: { session_id: id } }, owner)
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    for (const { status, body } of answers) expect([status, body]).toEqual([201, { status: 'completed', point: 1000 }])
    await deliverAll(test, server)
    expect(await ledgerOf(owner)).toEqual([
      { billing_type: 'purchase_point', money: 1100, point: 1000, user_id: owner.id },
    ])
    expect(await balanceOf(owner)).toBe(1000)
  })

  it.each([
    [1_234, 1_357],
    [999_999, 1_099_998],
    [1_000_000, 1_100_000],
  ])('BILL-47 %d points cost %d yen: the tax is rounded down', async (point, yen) => {
    const owner = await createMemberWithCard(test, server)
    const { body } = await buy(owner, point)
    expect(await server.stripe.checkout.sessions.retrieve(sessionIdOf(body.url))).toMatchObject({ amount_total: yen })
  })

  it.each([0, 999, 1_000_001, 1e21, 1.5, '1000', '１０００', -1000, null])(
    'BILL-45 refuses %j points',
    async (point) => {
      const owner = await createContract(test.db)
      const body = { back_url: '/', point: point as number }
      expect(await test.call(openPointCheckout, { body }, owner)).toMatchObject({ status: 422 })
    },
  )

  it('a double click opens one checkout; another number opens another one', async () => {
    const owner = await createMemberWithCard(test, server)
    server.calls.length = 0
    const answers = await Promise.all([buy(owner), buy(owner), buy(owner), buy(owner, 2000)])
    const urls = answers.map(({ body }) => body.url)
    expect(new Set(urls.slice(0, 3)).size).toBe(1)
    expect(urls[3]).not.toBe(urls[0])
    const rows = await test.db
      .selectFrom('checkouts')
      .select('points')
      .where('workspace_id', '=', owner.workspaceId)
      .where('kind', '=', 'point')
      .execute()
    expect(rows.map(({ points }) => points).toSorted()).toEqual([1000, 2000])
  })

  it('a second purchase of the same number is another checkout', async () => {
    const owner = await createMemberWithCard(test, server)
    const first = await buy(owner)
    await enterCard(server, first.body.url)
    // The browser came back before the event: the first purchase is applied by its call.
    const second = await buy(owner)
    expect(second.body.url).not.toBe(first.body.url)
    expect(await balanceOf(owner)).toBe(1000)
    await enterCard(server, second.body.url)
    await deliverAll(test, server)
    expect(await balanceOf(owner)).toBe(2000)
  })

  it('BILL-50 plans by card and by invoice, trials and workspaces without a contract buy none here', async () => {
    const planId = await createPlan(test.db)
    const card = await createContract(test.db, { planId, paymentType: 'credit_card' })
    const monthly = await createContract(test.db, { planId })
    const yearly = await createContract(test.db, { planId, paymentType: 'yearly' })
    const trial = await createOwner(test.db, { plan: 'trial' })
    const suspended = await createContract(test.db)
    await sql`update subscriptions set suspended_at = now() where id = ${suspended.subscriptionId}`.execute(test.db)
    for (const owner of [card, monthly, yearly, trial, suspended])
      expect(await buy(owner)).toMatchObject({ status: 409, body: { reason: 'point-purchase' } })
    expect(server.calls).toEqual([])
  })

  it('the owner is disabled during the purchase: the workspace gets the points', async () => {
    const owner = await createMemberWithCard(test, server)
    const { body } = await buy(owner)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', owner.id).execute()
    await enterCard(server, body.url)
    const answer = await test.call(addPoint, { body: { session_id: sessionIdOf(body.url) } }, owner)
    expect(answer.status).toBeGreaterThanOrEqual(401)
    await deliverAll(test, server)
    expect(await balanceOf(owner)).toBe(1000)
  })

  it('the workspace gets another owner during the purchase: the workspace gets the points, and the new owner another customer at the provider', async () => {
    const owner = await createMemberWithCard(test, server)
    const { body } = await buy(owner)
    const heir = await createMember(test.db, owner, ROLE.manager)
    await transferWorkspace(test.db, owner, heir)
    await enterCard(server, body.url)
    const confirm = { body: { session_id: sessionIdOf(body.url) } }
    expect(await test.call(addPoint, confirm, owner)).toMatchObject({ status: 403 })
    expect(await test.succeed(addPoint, confirm, heir)).toEqual({ status: 'completed', point: 1000 })
    const next = await buy(heir)
    expect(next.status).toBe(201)
    const ids = []
    for (const url of [body.url, next.body.url])
      ids.push(idOf((await server.stripe.checkout.sessions.retrieve(sessionIdOf(url))).customer) ?? '')
    expect(await server.stripe.customers.retrieve(ids[0] ?? '')).toMatchObject({ email: owner.email })
    expect(await server.stripe.customers.retrieve(ids[1] ?? '')).toMatchObject({ email: heir.email })
  })

  it('BILL-48 a refund by the operator takes the points back in proportion, as far as they are left', async () => {
    const owner = await createMemberWithCard(test, server)
    const intent = await buyAndPay(owner)
    await server.act((state) => refund(state, intent, 550))
    await deliverAll(test, server)
    expect(await balanceOf(owner)).toBe(500)
    await test.db.transaction().execute((trx) =>
      addPoints(trx, {
        workspaceId: owner.workspaceId,
        billingType: 'give_point',
        point: -200,
        money: 0,
        cause: `test:${owner.id}`,
        userId: null,
      }),
    )
    await server.act((state) => refund(state, intent, 550))
    await deliverAll(test, server)
    expect((await ledgerOf(owner)).map(({ money, point }) => [money, point])).toEqual([
      [1100, 1000],
      [-550, -500],
      [0, -200],
      [-550, -300],
    ])
    expect(await balanceOf(owner)).toBe(0)
  })

  it('a purchase that is refunded in parts takes back all of its points', async () => {
    const owner = await createMemberWithCard(test, server)
    const intent = await buyAndPay(owner)
    for (const yen of [367, 367, 366]) {
      await server.act((state) => refund(state, intent, yen))
      await deliverAll(test, server)
    }
    expect((await ledgerOf(owner)).map(({ money, point }) => [money, point])).toEqual([
      [1100, 1000],
      [-367, -333],
      [-367, -334],
      [-366, -333],
    ])
    expect(await balanceOf(owner)).toBe(0)
  })

  it('a workspace that was deleted gets nothing: the payment is kept as a difference', async () => {
    const owner = await createMemberWithCard(test, server)
    const { body } = await buy(owner)
    await sql`update checkouts set workspace_id = 999999 where session_id = ${sessionIdOf(body.url)}`.execute(test.db)
    await enterCard(server, body.url)
    await deliverAll(test, server)
    const found = await test.db.selectFrom('payment_differences').selectAll().execute()
    expect(found).toMatchObject([{ provider_id: sessionIdOf(body.url), kind: 'workspace-deleted' }])
    await test.db.deleteFrom('payment_differences').execute()
  })
})

describe('faults of the provider', () => {
  it('BILL-58 a provider that is down answers E_UNAVAILABLE with its reason; the next click continues', async () => {
    const owner = await createMemberWithCard(test, server)
    server.isDown = true
    expect(await buy(owner)).toMatchObject({
      status: 503,
      error: 'E_UNAVAILABLE',
      body: { reason: 'card.provider-unavailable' },
    })
    server.isDown = false
    expect((await buy(owner)).status).toBe(201)
    const rows = await test.db
      .selectFrom('checkouts')
      .select('id')
      .where('workspace_id', '=', owner.workspaceId)
      .where('kind', '=', 'point')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('a lost answer: the same session is found by its key', async () => {
    const owner = await createMemberWithCard(test, server)
    server.losesAnswerOf = /^POST \/v1\/checkout\/sessions$/
    expect((await buy(owner)).status).toBe(503)
    server.losesAnswerOf = null
    const { body } = await buy(owner)
    const all = await server.act((state) => state.list('checkout.session', { mode: 'payment' }))
    const own = await server.stripe.checkout.sessions.retrieve(sessionIdOf(body.url))
    expect(all.filter(({ customer }) => customer === own.customer)).toHaveLength(1)
  })

  it('an expired session is replaced by a new one', async () => {
    const owner = await createMemberWithCard(test, server)
    const first = await buy(owner)
    await server.stripe.checkout.sessions.expire(sessionIdOf(first.body.url))
    const second = await buy(owner)
    expect(second.body.url).not.toBe(first.body.url)
    const session_id = sessionIdOf(first.body.url)
    expect(await test.succeed(addPoint, { body: { session_id } }, owner)).toEqual({ status: 'expired', point: 0 })
  })
})
