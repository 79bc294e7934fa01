import * as contract from '@kaiwa/contract/admin-subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCompany } from '../../billing/store/companies.ts'
import { openMonths } from '../../billing/jobs/open-months.ts'
import { addMonths, monthInJapan, startOfMonth } from '../../billing/months.ts'
import { createOperator, createPlan } from '../../test/factories/operators.ts'
import { createPlanVersion } from '../../test/factories/subscription-requests.ts'
import { createOwner, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { runJob } from '../../test/run-job.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let operator: TestUser
let plan: { id: number; name: string }
let personal: { id: number; name: string }
beforeAll(async () => {
  test = await openTestApp()
  operator = await createOperator(test.db)
  plan = await createPlan(test.db, { name: 'company-plan' })
  personal = await createPlan(test.db, { name: 'person-plan', audience: 'personal' })
})
afterAll(() => test.close())

async function contractOf({ workspaceId }: TestOwner): Promise<number> {
  const { id } = await test.db
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return id
}

async function addCompany(subscriptionId: number) {
  const { company_name: name, ...fields } = company
  const companyId = await test.db.transaction().execute((trx) => insertCompany(trx, { ...fields, name }))
  await test.db.updateTable('subscriptions').set({ company_id: companyId }).where('id', '=', subscriptionId).execute()
}

/** An owner with a contract; without a plan it is a membership. */
async function customer(planId?: number | null) {
  const owner = await createOwner(test.db)
  const id = await contractOf(owner)
  if (planId !== undefined)
    await test.db.updateTable('subscriptions').set({ plan_id: planId }).where('id', '=', id).execute()
  return { owner, id }
}

function list(query: object = {}) {
  return test.succeed(contract.listSubscriptions, { query }, operator)
}

async function shown(email: string, query: object = {}) {
  return (await list({ query: email, ...query })).data[0]
}

const nextMonth = startOfMonth(addMonths(monthInJapan(new Date()), 1))
const company = {
  company_name: '法人株式会社',
  contact_last_name: '佐藤',
  contact_first_name: '次郎',
  contact_email: 'sato@company.example',
  contact_phone: '03-1234-5678'.replaceAll('-', ''),
  postal_code: '1000001',
  prefecture: '東京都',
  city: '千代田区',
  address_1: '千代田1-1',
} as const

describe('the list of contracts', () => {
  it('ADMIN-10 ADMIN-16 ADMIN-17 GET answers active contracts with plan, planned change, owner and dates', async () => {
    expect([contract.listSubscriptions.method, contract.listSubscriptions.path]).toEqual([
      'GET',
      '/admin/subscriptions',
    ])
    const { owner, id } = await customer()
    const finished = await customer()
    await test.db.updateTable('subscriptions').set({ status: 'finished' }).where('id', '=', finished.id).execute()
    expect(await shown(owner.email)).toMatchObject({
      id,
      status: 'active',
      type: 1,
      plan: { name: 'business' },
      payment_type: 'monthly',
      change_plan: null,
      owner: { id: owner.id, email: owner.email },
      end_date: null,
    })
    expect(await shown(finished.owner.email)).toBeUndefined()
    const found = await shown(finished.owner.email, { status: 'finished' })
    expect(found).toMatchObject({ id: finished.id })
    // ADMIN-11: actions are offered on active contracts only.
    expect(new Set(Object.values(found?.can ?? {}))).toEqual(new Set([false]))
    const terminated = await customer()
    await test.db.updateTable('subscriptions').set({ status: 'terminated' }).where('id', '=', terminated.id).execute()
    expect((await list({ status: 'terminated' })).data).toMatchObject([{ id: terminated.id, status: 'terminated' }])
    expect((await list({ status: 'all' })).data.map((row) => row.id)).toEqual(
      expect.arrayContaining([id, finished.id, terminated.id]),
    )
  })

  it('ADMIN-18 filters by type: 1 business, 2 personal', async () => {
    const [business, member, person] = [await customer(), await customer(null), await customer(personal.id)]
    const idsOf = async (type: 1 | 2) => (await list({ type })).data.map(({ id }) => id)
    const [ones, twos] = [await idsOf(1), await idsOf(2)]
    expect([business, member, person].map(({ id }) => [ones.includes(id), twos.includes(id)])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    // A planned change counts from its month on, before and after the job of the month.
    const thisMonth = monthInJapan(new Date())
    const change = (subscriptionId: number, fromMonth: string) =>
      test.db
        .insertInto('plan_changes')
        .values({ subscription_id: subscriptionId, from_month: fromMonth, plan_id: plan.id, payment_type: 'monthly' })
        .execute()
    await change(person.id, addMonths(thisMonth, 1))
    await change(member.id, thisMonth)
    const typesOf = async (id: number) => [(await idsOf(1)).includes(id), (await idsOf(2)).includes(id)]
    expect([await typesOf(person.id), await typesOf(member.id)]).toEqual([
      [false, true],
      [true, false],
    ])
    await test.db
      .updateTable('subscriptions')
      .set({ is_business: false, type_until: thisMonth })
      .where('id', '=', member.id)
      .execute()
    expect(await typesOf(member.id)).toEqual([true, false])
    await runJob(test, openMonths)
    expect(await typesOf(member.id)).toEqual([true, false])
    const { is_business: isBusiness, type_until: until } = await test.db
      .selectFrom('subscriptions')
      .select(['is_business', 'type_until'])
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect([isBusiness, until]).toEqual([true, 'infinity'])
    await test.db.deleteFrom('plan_changes').where('subscription_id', '=', member.id).execute()
    expect(await typesOf(member.id)).toEqual([false, true])
    for (const type of [0, 3, 'business'])
      expect((await test.call(contract.listSubscriptions, { query: { type } }, operator)).status).toBe(422)
  })
})

describe('changing the plan', () => {
  function update(subscriptionId: number, body: object) {
    return test.call(contract.updateSubscription, { params: { subscriptionId }, body: body as never }, operator)
  }

  it('ADMIN-42 PATCH with from_this_cycle 0 plans the change for next month, 1 changes this month', async () => {
    expect([contract.updateSubscription.method, contract.updateSubscription.path]).toEqual([
      'PATCH',
      '/admin/subscriptions/{subscriptionId}',
    ])
    const { id } = await customer()
    await addCompany(id)
    const later = await update(id, { plan_id: plan.id, from_this_cycle: 0 })
    expect(later.body).toMatchObject({
      plan: { name: 'business' },
      change_plan: {
        plan_id: plan.id,
        plan_name: 'company-plan',
        payment_type: 'monthly',
        from: nextMonth.toISOString(),
      },
      can: { delete_change: true },
    })
    const now = await update(id, { plan_id: plan.id, from_this_cycle: 1 })
    expect(now.body).toMatchObject({ plan: { id: plan.id }, change_plan: null })
    for (const body of [
      { plan_id: plan.id, from_this_cycle: 2 },
      { plan_id: '1', from_this_cycle: 0 },
      { plan_id: plan.id },
    ])
      expect((await update(id, body)).status).toBe(422)
    expect((await update(id, { plan_id: 2_000_000_000, from_this_cycle: 0 })).status).toBe(404)
    const member = await customer(null)
    const refused = await update(member.id, { plan_id: plan.id, from_this_cycle: 0 })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'company' } })
    const log = await test.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('subject', '=', 'subscription')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(log).toMatchObject([
      { action: 'subscription.change', before: { change_plan: null }, after: { change_plan: 'company-plan' } },
      { before: { plan: 'business', change_plan: 'company-plan' }, after: { plan: 'company-plan', change_plan: null } },
    ])
  })

  it('a business plan needs a company, and each plan must be sold now', async () => {
    const member = await customer(null)
    expect(await update(member.id, { plan_id: plan.id, from_this_cycle: 0 })).toMatchObject({
      status: 409,
      body: { error: 'E_CONFLICT', reason: 'company' },
    })
    expect((await update(member.id, { plan_id: personal.id, from_this_cycle: 0 })).status).toBe(200)
    const { id } = await customer()
    const ended = await createPlanVersion(test.db, { name: 'no-longer-sold', validUntil: '2021-01-01' })
    const trial = await createPlanVersion(test.db, { name: 'another-trial', audience: 'trial' })
    for (const planId of [ended, trial])
      expect((await update(id, { plan_id: planId, from_this_cycle: 0 })).status).toBe(404)
    const business = (planId: number) =>
      test.call(
        contract.changeToBusiness,
        {
          params: { subscriptionId: member.id },
          body: { ...company, plan_id: planId, payment_type: 'monthly', from_this_cycle: 0 },
        },
        operator,
      )
    for (const planId of [ended, personal.id]) expect((await business(planId)).status).toBe(404)
    expect((await business(plan.id)).status).toBe(201)
  })

  it('a change from the next month chooses among the versions that are sold then', async () => {
    const next = addMonths(monthInJapan(new Date()), 1)
    const old = await createPlanVersion(test.db, { name: 'repriced', audience: 'personal' })
    const repriced = await createPlanVersion(test.db, { name: 'repriced', audience: 'personal', validFrom: next })
    const ending = await createPlanVersion(test.db, { name: 'ending', audience: 'personal', validUntil: next })
    const idsOf = async (from_this_cycle: '0' | '1') =>
      (await test.succeed(contract.listAdminPlans, { query: { from_this_cycle } }, operator)).map(({ id }) => id)
    const [now, then] = [await idsOf('1'), await idsOf('0')]
    expect([old, repriced, ending].map((id) => [now.includes(id), then.includes(id)])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ])
    const { id } = await customer()
    for (const planId of [old, ending])
      expect((await update(id, { plan_id: planId, from_this_cycle: 0 })).status).toBe(404)
    expect((await update(id, { plan_id: repriced, from_this_cycle: 1 })).status).toBe(404)
    expect((await update(id, { plan_id: repriced, from_this_cycle: 0 })).body).toMatchObject({
      change_plan: { plan_id: repriced },
    })
  })

  it('ADMIN-44 DELETE removes a planned change, once', async () => {
    expect(contract.deletePlanChange.path).toBe('/admin/subscriptions/{subscriptionId}/plan-change')
    const { id } = await customer()
    await addCompany(id)
    await update(id, { plan_id: plan.id, from_this_cycle: 0 })
    const remove = () => test.call(contract.deletePlanChange, { params: { subscriptionId: id } }, operator)
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      plan: { name: 'business' },
      change_plan: null,
    })
  })

  it.each([null, undefined])(
    'ADMIN-43 POST changes a membership, or a plan that was given, to business with company and contact',
    async (planId) => {
      const { owner, id } = await customer(planId)
      const change = (body: object) =>
        test.call(contract.changeToBusiness, { params: { subscriptionId: id }, body: body as never }, operator)
      const body = { ...company, plan_id: plan.id, payment_type: 'yearly', from_this_cycle: 1 }
      for (const field of ['company_name', 'contact_email', 'contact_phone', 'postal_code', 'prefecture', 'city'])
        expect(await change({ ...body, [field]: '' })).toMatchObject({
          status: 422,
          body: { errors: { [field]: expect.anything() } },
        })
      const done = await change(body)
      expect([done.status, done.body]).toMatchObject([
        201,
        {
          type: 1,
          plan: { id: plan.id },
          payment_type: 'yearly',
          company: '法人株式会社',
          can: { change_to_business: false },
        },
      ])
      expect((await shown(owner.email, { type: 1 }))?.company).toBe('法人株式会社')
      expect(await shown(owner.email, { type: 2 })).toBeUndefined()
      expect((await list({ query: '法人株式会社' })).data.map((row) => row.owner.id)).toContain(owner.id)
      expect(await change(body)).toMatchObject({ status: 409, body: { reason: 'business' } })
    },
  )

  it('ADMIN-16 a change to business from next month is shown with plan, payment type and company', async () => {
    const { owner, id } = await customer(null)
    const body = { ...company, plan_id: plan.id, payment_type: 'yearly' as const, from_this_cycle: 0 as const }
    await test.succeed(contract.changeToBusiness, { params: { subscriptionId: id }, body }, operator)
    expect(await shown(owner.email)).toMatchObject({
      plan: null,
      company: null,
      change_plan: { plan_id: plan.id, plan_name: 'company-plan', payment_type: 'yearly', company: '法人株式会社' },
    })
  })
})

describe('cancelling', () => {
  function toggle(subscriptionId: number, body?: object) {
    return test.call(contract.toggleCancellation, { params: { subscriptionId }, body }, operator)
  }

  it('ADMIN-12 ADMIN-45 POST requests the cancellation, and restores the contract when called again', async () => {
    expect(contract.toggleCancellation.path).toBe('/admin/subscriptions/{subscriptionId}/cancellation')
    const { owner, id } = await customer(null)
    expect((await shown(owner.email))?.end_on_cancellation).toBe(nextMonth.toISOString())
    const canceled = await toggle(id)
    expect(canceled.body).toMatchObject({
      status: 'active',
      end_date: nextMonth.toISOString(),
      end_on_cancellation: null,
      can: { cancel: false, restore: true },
    })
    expect((await toggle(id)).body).toMatchObject({ end_date: null, can: { cancel: true, restore: false } })
  })

  it('the list says when a cancelled plan would end: at its renewal', async () => {
    const { owner, id } = await customer()
    const renewal = startOfMonth(addMonths(monthInJapan(new Date()), 12)).toISOString()
    expect((await shown(owner.email))?.end_on_cancellation).toBe(renewal)
    expect((await toggle(id)).body.end_date).toBe(renewal)
  })

  it('two operators with the same request change it once; the second one gets a conflict', async () => {
    const { id } = await customer(null)
    const answers = await Promise.all([toggle(id, { is_canceled: false }), toggle(id, { is_canceled: false })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await toggle(id, { is_canceled: true })).body.end_date).toBeNull()
  })

  it('a simultaneous change of plan and cancellation leave one consistent contract', async () => {
    const { owner, id } = await customer(null)
    await addCompany(id)
    const update = test.call(
      contract.updateSubscription,
      { params: { subscriptionId: id }, body: { plan_id: personal.id, from_this_cycle: 0 } },
      operator,
    )
    const answers = await Promise.all([update, toggle(id, { is_canceled: false })])
    const row = await shown(owner.email)
    // The change first: then the end is that of a membership, before the change. The cancellation first: no change.
    expect(answers[1].status).toBe(200)
    expect([200, 409]).toContain(answers[0].status)
    expect(row?.end_date).toBe(nextMonth.toISOString())
    expect(row?.change_plan === null).toBe(answers[0].status === 409)
  })

  it('ADMIN-11 contracts that are finished, and trials, are refused', async () => {
    const finished = await customer()
    await test.db.updateTable('subscriptions').set({ status: 'finished' }).where('id', '=', finished.id).execute()
    const trial = await contractOf(await createOwner(test.db, { plan: 'trial' }))
    expect(await toggle(finished.id)).toMatchObject({ status: 409, body: { reason: 'state' } })
    expect(await toggle(trial)).toMatchObject({ status: 409, body: { reason: 'trial' } })
    expect((await toggle(2_000_000_000)).status).toBe(404)
  })
})

it('the plans that can be chosen are those sold now, without trials', async () => {
  const plans = await test.succeed(contract.listAdminPlans, {}, operator)
  expect(plans).toContainEqual({
    id: plan.id,
    name: 'company-plan',
    audience: 'business',
    monthly_price: 10_000,
    yearly_price: 8_000,
  })
  expect(plans.some(({ name }) => name === 'trial')).toBe(false)
})
