import { randomUUID } from 'node:crypto'
import { userChannel } from '@kaiwa/contract/channels.ts'
import * as payment from '@kaiwa/contract/payment.ts'
import * as billingContract from '@kaiwa/contract/billing.ts'
import { listPlans } from '@kaiwa/contract/plans.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { createContract, createPlan, givePoints } from '../../test/factories/contracts.ts'
import { openListener } from '../../test/factories/listeners.ts'
import { createMember, createOwner, createUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { addMonths, monthInJapan, startOfMonth } from '../months.ts'
import { recordUsage } from '../record-usage.ts'
import { insertBillingRow } from '../store/billing-ledger.ts'
import { lockWorkspace } from '../store/usage.ts'
import { changePlan } from '../subscriptions/change-plan.ts'
import { requestCancellation } from '../subscriptions/request-cancellation.ts'
import { restoreSubscription } from '../subscriptions/restore-subscription.ts'
import { setSuspended } from '../subscriptions/set-suspended.ts'

let test: TestApp
let planId: number
beforeAll(async () => {
  test = await openTestApp({ roles: ['api', 'realtime'] })
  planId = await createPlan(test.db, { minute: 60, storage: 5, chat: 20, editor: 1, viewer: 5 })
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

async function at(path: string, method: 'GET' | 'POST', token?: string, payload?: unknown) {
  const answer = await test.http.inject({
    method,
    url: `/api${path}`,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const ownerCalls = [
  payment.getCurrentPayment,
  payment.listPaymentHistories,
  payment.getPointUsage,
  payment.cancelSubscription,
] as const

describe('rights', () => {
  it.each(ownerCalls.map((operation) => [operation.name, operation] as const))(
    '%s is for the owner of the workspace',
    async (_name, operation) => {
      const owner = await createContract(test.db)
      const others = [
        await createMember(test.db, owner, ROLE.manager),
        await createMember(test.db, owner, ROLE.member),
        await createMember(test.db, owner, ROLE.guest),
        await createUser(test.db),
      ]
      for (const other of others)
        expect((await test.call(operation, {}, other)).body).toEqual({ error: 'E_FORBIDDEN', reason: 'role' })
    },
  )

  it('buyPoint is for the owner, also when ownership moves while it waits', async () => {
    const owner = await createContract(test.db, { planId })
    const manager = await createMember(test.db, owner, ROLE.manager)
    const input = { body: { point: 1000 } }
    expect((await test.call(payment.buyPoint, input, manager)).error).toBe('E_FORBIDDEN')
    const { answers } = await atOnce(
      test.db,
      async (trx) => {
        await lockWorkspace(trx, owner.workspaceId)
        await trx.updateTable('workspaces').set({ owner_id: manager.id }).where('id', '=', owner.workspaceId).execute()
      },
      [() => test.call(payment.buyPoint, input, owner)],
    )
    expect(answers[0]?.error).toBe('E_FORBIDDEN')
  })
})

describe('plans', () => {
  it('BILL-06 BILL-09 BILL-11 BILL-68 GET /plans lists the plans with limits and prices without tax, by price', async () => {
    const { status, body } = await at('/plans', 'GET')
    expect(status).toBe(200)
    const plans = body as unknown as Record<string, unknown>[]
    expect(plans.find(({ name }) => name === 'business')).toEqual({
      id: 2,
      name: 'business',
      description: expect.any(String),
      monthly_price: 150_000,
      yearly_price: 120_000,
      minute: 6000,
      storage: 1000,
      chat: 1000,
      editor: 50,
      viewer: 500,
    })
    expect(plans.map(({ name }) => name)).not.toContain('trial')
    const prices = plans.map(({ monthly_price }) => monthly_price as number)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  })

  it('lists the version of this month only, and no plan that is not sold any more', async () => {
    const next = addMonths(monthInJapan(new Date()), 1)
    const limits = { minute: 1, storage: 1, chat: 1, editor: 1, viewer: 1, yearly_price: 1, description: '' }
    const plan = (name: string, valid_from: string, monthly_price: number, valid_until: string | null = null) => ({
      ...limits,
      name,
      valid_from,
      valid_until,
      monthly_price,
    })
    const name = randomUUID()
    const [ended, later] = [randomUUID(), randomUUID()]
    await test.db
      .insertInto('plans')
      .values([
        plan(name, '2025-01-01', 1),
        plan(name, '2026-01-01', 2),
        plan(name, next, 3),
        plan(ended, '2025-01-01', 1, '2026-01-01'),
        plan(later, next, 1),
      ])
      .execute()
    const plans = await test.succeed(listPlans, {})
    expect(plans.filter((one) => one.name === name).map(({ monthly_price }) => monthly_price)).toEqual([2])
    expect(plans.map((one) => one.name)).not.toEqual(expect.arrayContaining([ended]))
    expect(plans.map((one) => one.name)).not.toEqual(expect.arrayContaining([later]))
  })
})

describe('GET payment/current', () => {
  it('BILL-59 BILL-10 a plan with its fee by payment type, its start and its renewal', async () => {
    const begun = new Date('2026-01-31T15:00:00Z')
    for (const [paymentType, fee] of [
      ['monthly', 10_000],
      ['yearly', 9_000],
      ['credit_card', 10_000],
    ] as const) {
      const owner = await createContract(test.db, { planId, paymentType, at: begun })
      const { status, body } = await at('/payment/current', 'GET', owner.token)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        subscription: {
          id: owner.subscriptionId,
          plan: { id: planId, minute: 60, storage: 5 },
          limits: { minute: 60, storage: 5, chat: 20, editor: 1, viewer: 5 },
          payment_type: paymentType,
          monthly_fee: fee,
          start_date: begun.toISOString(),
          renewal_date: expect.stringMatching(/-01-31T15:00:00\.000Z$/),
          end_date: null,
          change: null,
          can_cancel: false,
          is_suspended: false,
        },
        point_purchase: paymentType === 'credit_card' ? null : 'invoice',
        membership_price: 1000,
      })
    }
  })

  it('BILL-19 a membership without a plan can be cancelled and buys points by checkout', async () => {
    const owner = await createContract(test.db)
    const current = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(current.subscription).toMatchObject({ plan: null, monthly_fee: 1000, renewal_date: null, can_cancel: true })
    expect(current.point_purchase).toBe('checkout')
    await inTrx((trx) => setSuspended(trx, owner.subscriptionId, true))
    const suspended = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect([suspended.subscription?.is_suspended, suspended.point_purchase]).toEqual([true, null])
    expect((await test.succeed(billingContract.getUsage, {}, owner)).is_suspended).toBe(true)
  })

  it('a suspended plan has the basic limits of its price list', async () => {
    const owner = await createContract(test.db, { planId: await createPlan(test.db, { minute: 7_777, viewer: 777 }) })
    const before = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(before.subscription?.limits).toMatchObject({ minute: 7_777, viewer: 777 })
    await inTrx((trx) => setSuspended(trx, owner.subscriptionId, true))
    const { subscription } = await test.succeed(payment.getCurrentPayment, {}, owner)
    const basic = await test.db
      .selectFrom('price_lists')
      .selectAll()
      .orderBy('valid_from', 'desc')
      .executeTakeFirstOrThrow()
    expect(subscription?.limits).toEqual({
      minute: basic.basic_minute,
      storage: basic.basic_storage,
      chat: basic.basic_chat,
      editor: basic.basic_editor,
      viewer: basic.basic_viewer,
    })
    expect(subscription?.plan).toMatchObject({ minute: 7_777, viewer: 777 })
  })

  it('a trial, and no subscription', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const trial = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(trial.subscription).toMatchObject({
      plan: { name: 'trial' },
      monthly_fee: 0,
      trial_ends_at: expect.any(String),
      can_cancel: false,
    })
    expect(trial.point_purchase).toBeNull()
    await test.db
      .updateTable('subscriptions')
      .set({ trial_ends_at: new Date(Date.now() - 1000) })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect((await test.succeed(payment.getCurrentPayment, {}, owner)).subscription).toBeNull()
  })

  it('a change that holds from the next month', async () => {
    const owner = await createContract(test.db, { planId })
    const larger = await createPlan(test.db, { minute: 600 })
    const wanted = { subscriptionId: owner.subscriptionId, planId: larger, paymentType: 'yearly' } as const
    await inTrx((trx) => changePlan(trx, { ...wanted, fromThisCycle: false, requestedBy: null }))
    const { subscription } = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(subscription?.plan?.id).toBe(planId)
    expect(subscription?.change).toEqual({
      plan_name: expect.stringContaining('plan-'),
      payment_type: 'yearly',
      from: startOfMonth(addMonths(monthInJapan(new Date()), 1)).toISOString(),
    })
  })
})

describe('POST payment/subscription/cancel', () => {
  it('BILL-19 BILL-62 ends a membership at the end of the month, without a payload; a second call answers the same', async () => {
    const owner = await createContract(test.db)
    const end = startOfMonth(addMonths(monthInJapan(new Date()), 1)).toISOString()
    for (let turn = 0; turn < 2; turn += 1)
      expect(await at('/payment/subscription/cancel', 'POST', owner.token)).toEqual({
        status: 201,
        body: { end_date: end },
      })
    // BILL-20: the page disables its button by this.
    const { subscription } = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(subscription).toMatchObject({ end_date: end, can_cancel: false })
    expect((await test.succeed(billingContract.getUsage, {}, owner)).subscription_id).toBe(owner.subscriptionId)
  })

  it('BILL-19 refuses a plan, a trial and a workspace without a subscription', async () => {
    const owners = [await createContract(test.db, { planId }), await createOwner(test.db, { plan: 'trial' })]
    const none = await createContract(test.db, { at: new Date('2026-01-01T00:00:00Z') })
    const { subscriptionId } = none
    await inTrx((trx) => requestCancellation(trx, { subscriptionId, at: new Date('2026-01-02T00:00:00Z') }))
    for (const owner of [...owners, none])
      expect((await test.call(payment.cancelSubscription, {}, owner)).body).toEqual({
        error: 'E_CONFLICT',
        reason: 'state',
      })
  })

  it('at the same moment as a change to a plan by an operator, the later call sees the earlier', async () => {
    const owner = await createContract(test.db)
    const { subscriptionId, workspaceId } = owner
    const personal = await createPlan(test.db, { audience: 'personal' })
    const change = () =>
      inTrx((trx) =>
        changePlan(trx, {
          subscriptionId,
          planId: personal,
          paymentType: 'monthly',
          fromThisCycle: true,
          requestedBy: null,
        }),
      )
    const { answers, waited } = await atOnce<unknown>(test.db, (trx) => lockWorkspace(trx, workspaceId), [
      change,
      async () => (await test.call(payment.cancelSubscription, {}, owner)).error,
    ])
    expect([waited, answers[1]]).toEqual([2, 'E_CONFLICT'])
  })

  it('is withdrawn by a restore of the operator', async () => {
    const owner = await createContract(test.db)
    await test.succeed(payment.cancelSubscription, {}, owner)
    await inTrx((trx) => restoreSubscription(trx, { subscriptionId: owner.subscriptionId }))
    const { subscription } = await test.succeed(payment.getCurrentPayment, {}, owner)
    expect(subscription).toMatchObject({ end_date: null, can_cancel: true })
  })
})

describe('POST payment/point', () => {
  it('a plan whose end was requested buys points until its end', async () => {
    const owner = await createContract(test.db, { planId })
    await inTrx((trx) => requestCancellation(trx, owner))
    expect((await test.call(payment.buyPoint, { body: { point: 1000 } }, owner)).body).toEqual({ point: 1000 })
    await test.db
      .updateTable('subscriptions')
      .set({ end_date: new Date() })
      .where('id', '=', owner.subscriptionId)
      .execute()
    const late = await test.call(payment.buyPoint, { body: { point: 1000 } }, owner)
    expect(late.body).toEqual({ error: 'E_CONFLICT', reason: 'state' })
  })

  it('BILL-45 BILL-47 BILL-50 BILL-63 buys points on the invoice: 1,000 points for 1,100 yen', async () => {
    const owner = await createContract(test.db, { planId })
    expect(await at('/payment/point', 'POST', owner.token, { point: 1000 })).toEqual({
      status: 201,
      body: { point: 1000 },
    })
    expect((await at('/payment/point', 'POST', owner.token, { point: 1_000_000 })).body).toEqual({ point: 1_001_000 })
    const { data } = await test.succeed(payment.listPaymentHistories, {}, owner)
    expect(data.map(({ billing_type, money, point }) => [billing_type, money, point])).toEqual([
      ['purchase_point', 1_100_000, 1_000_000],
      ['purchase_point', 1100, 1000],
    ])
  })

  it.each([0, -1000, 999, 1_000_001, 1e21, 1000.5, 1.5, '1000', '１０００', null, [1000], true])(
    'BILL-45 BILL-54 refuses %j',
    async (point) => {
      const owner = await createContract(test.db, { planId })
      const { status, body } = await at('/payment/point', 'POST', owner.token, { point })
      expect([status, body['error']]).toEqual([422, 'E_UNPROCESSABLE_ENTITY'])
      expect((await test.succeed(payment.listPaymentHistories, {}, owner)).data).toEqual([])
    },
  )

  it('buys once for one request_id, also with ten simultaneous calls', async () => {
    const owner = await createContract(test.db, { planId })
    const body = { point: 2000, request_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.call(payment.buyPoint, { body }, owner)))
    expect(answers.map(({ status, body: { point } }) => [status, point])).toEqual(answers.map(() => [201, 2000]))
    expect((await test.succeed(payment.listPaymentHistories, {}, owner)).data).toHaveLength(1)
    const upper = { ...body, request_id: body.request_id.toUpperCase() }
    expect((await test.succeed(payment.buyPoint, { body: upper }, owner)).point).toBe(2000)
    // Another workspace may use the same id.
    const other = await createContract(test.db, { planId })
    expect((await test.succeed(payment.buyPoint, { body }, other)).point).toBe(2000)
  })

  it('refuses the same request with another number of points, instead of answering that they were bought', async () => {
    const owner = await createContract(test.db, { planId })
    const body = { point: 2000, request_id: randomUUID() }
    await test.succeed(payment.buyPoint, { body }, owner)
    const answer = await test.call(payment.buyPoint, { body: { ...body, point: 3000 } }, owner)
    expect(answer).toMatchObject({ status: 409, error: 'E_CONFLICT', body: { reason: 'repeated' } })
    const { data } = await test.succeed(payment.listPaymentHistories, {}, owner)
    expect(data.map(({ point }) => point)).toEqual([2000])
  })

  it('BILL-42 refuses a plan by card, a membership without a plan, a trial and a suspended contract', async () => {
    const suspended = await createContract(test.db, { planId })
    await inTrx((trx) => setSuspended(trx, suspended.subscriptionId, true))
    const owners = [
      await createContract(test.db, { planId, paymentType: 'credit_card' }),
      await createContract(test.db),
      await createOwner(test.db, { plan: 'trial' }),
      suspended,
    ]
    for (const owner of owners)
      expect((await test.call(payment.buyPoint, { body: { point: 1000 } }, owner)).error).toBe('E_CONFLICT')
  })

  it('open pages of everyone in the workspace learn of it', async () => {
    const owner = await createContract(test.db, { planId })
    const guest = await createMember(test.db, owner, ROLE.guest)
    const listeners = [
      await openListener(test, userChannel(owner.id), owner),
      await openListener(test, userChannel(guest.id), guest),
    ]
    await test.succeed(payment.buyPoint, { body: { point: 1000 } }, owner)
    for (const { received, leave } of listeners) {
      await vi.waitFor(() => expect(received).toContain('usage-changed'), { timeout: 20_000 })
      leave()
    }
  })

  it('BILL-48 BILL-49 points pay what exceeds the limits and no fee', async () => {
    const owner = await createContract(test.db, { planId })
    const { workspaceId } = owner
    const minutes = { workspaceId, userId: null, kind: 'minute', amount: 90, cause: randomUUID() } as const
    await inTrx((trx) => recordUsage(trx, minutes))
    // Points that were owed are used immediately.
    expect(await test.succeed(payment.buyPoint, { body: { point: 1000 } }, owner)).toEqual({ point: 700 })
    const { data } = await test.succeed(payment.listPaymentHistories, {}, owner)
    expect(data.map(({ billing_type, kind, amount, point }) => [billing_type, kind, amount, point])).toEqual([
      ['use_point', 'minute', 30, -300],
      ['purchase_point', null, null, 1000],
    ])
  })
})

describe('GET payment/histories', () => {
  it('BILL-55 BILL-56 BILL-60 pages of twenty with all types, latest first', async () => {
    const owner = await createContract(test.db, { planId })
    const { workspaceId } = owner
    const types = [
      'payment_auto',
      'payment_invoice',
      'payment_invoice_credit_card',
      'purchase_point',
      'give_point',
    ] as const
    for (let row = 0; row < 41; row += 1)
      await inTrx((trx) =>
        insertBillingRow(trx, {
          workspaceId,
          billingType: types[row % types.length] ?? 'give_point',
          money: row,
          cause: randomUUID(),
        }),
      )
    const first = await at('/payment/histories?page=1', 'GET', owner.token)
    expect(first.status).toBe(200)
    expect(Object.keys(first.body).toSorted()).toEqual(['current_page', 'data', 'last_page'])
    expect(first.body).toMatchObject({ current_page: 1, last_page: 3 })
    const rows = first.body['data'] as Record<string, unknown>[]
    expect(rows).toHaveLength(20)
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      action_date: expect.stringMatching(/Z$/),
      billing_type: 'payment_auto',
      money: 40,
      point: 0,
      kind: null,
      amount: null,
      invoice_id: null,
    })
    expect(new Set(rows.map(({ billing_type }) => billing_type))).toEqual(new Set(types))
    expect((await test.succeed(payment.listPaymentHistories, { query: { page: 3 } }, owner)).data).toHaveLength(1)
    expect((await test.succeed(payment.listPaymentHistories, { query: { page: 4 } }, owner)).data).toEqual([])
    const other = await createContract(test.db, { planId })
    expect((await test.succeed(payment.listPaymentHistories, {}, other)).data).toEqual([])
  })

  it.each(['0', '-1', '1.5', 'a', '99999999999999999999'])('refuses the page %s', async (page) => {
    const owner = await createContract(test.db)
    expect((await at(`/payment/histories?page=${page}`, 'GET', owner.token)).status).toBe(422)
  })

  it('BILL-66 BILL-30 the usage has the points used this month', async () => {
    const owner = await createContract(test.db, { planId })
    await givePoints(test.db, owner, 1000)
    const { workspaceId } = owner
    const minutes = { workspaceId, userId: null, kind: 'minute', amount: 62, cause: randomUUID() } as const
    await inTrx((trx) => recordUsage(trx, minutes))
    const usage = await test.succeed(billingContract.getUsage, {}, owner)
    expect(usage.use_point).toEqual({ minute: 20, storage: 0, chat: 0, editor: 0, viewer: 0 })
    expect(usage.remain.minute).toBe(0)
    expect(usage.flags.analyze).toBe(true)
  })
})

describe('GET usage/points', () => {
  it('BILL-51 BILL-52 BILL-67 points, limits, fee, what exceeds the limits, prices and the month', async () => {
    const owner = await createContract(test.db, { planId })
    const { workspaceId } = owner
    await givePoints(test.db, owner, 5000)
    const entry = { workspaceId, userId: null, cause: '' }
    await inTrx(async (trx) => {
      await recordUsage(trx, { ...entry, kind: 'minute', amount: 70, cause: randomUUID() })
      await recordUsage(trx, { ...entry, kind: 'chat', amount: 22, cause: randomUUID() })
      await recordUsage(trx, { ...entry, kind: 'storage', amount: 5 * 1024 ** 3 + 1, cause: randomUUID() })
    })
    const { status, body } = await at('/usage/points', 'GET', owner.token)
    const month = monthInJapan(new Date())
    const next = startOfMonth(addMonths(month, 1)).toISOString()
    expect(status).toBe(200)
    expect(body).toEqual({
      workspace: { point: 5000 - 100 - 40 - 50, minute: 60, storage: 5 * 1024, chat: 20, editor: 1, viewer: 5 },
      plan: { point: 10_000, money: 10_000 },
      additional: {
        point: 190,
        money: 0,
        minute: { amount: 10, point: 100 },
        storage: { amount: 1, point: 50 },
        chat: { amount: 2, point: 40 },
        editor: { amount: 0, point: 0 },
        viewer: { amount: 0, point: 0 },
      },
      price: { minute: 10, storage: 50, chat: 20, editor: 3000, viewer: 300 },
      current_cycle_date: [startOfMonth(month).toISOString(), next],
      next_cycle_date: next,
    })
  })

  it('a plan by card shows the yen of the month', async () => {
    const owner = await createContract(test.db, { planId, paymentType: 'credit_card' })
    const { workspaceId } = owner
    const minutes = { workspaceId, userId: null, kind: 'minute', amount: 70, cause: randomUUID() } as const
    await inTrx((trx) => recordUsage(trx, minutes))
    const { additional, workspace } = await test.succeed(payment.getPointUsage, {}, owner)
    expect(additional).toMatchObject({ point: 100, money: 100, minute: { amount: 10, point: 100 } })
    expect(workspace.point).toBe(0)
  })

  it('without a subscription the prices are those of today, and nothing is consumed', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    await sql`update subscriptions set trial_ends_at = now() where workspace_id = ${owner.workspaceId}`.execute(test.db)
    const usage = await test.succeed(payment.getPointUsage, {}, owner)
    expect(usage.price).toEqual({ minute: 10, storage: 50, chat: 20, editor: 3000, viewer: 300 })
    expect(usage.plan).toEqual({ point: 0, money: 0 })
    expect(usage.additional.point).toBe(0)
  })
})
