import { PLAN_TIERS } from '@kaiwa/contract/plans.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContract } from '../../test/factories/contracts.ts'
import { requestBody } from '../../test/factories/subscription-requests.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { addMonths, monthInJapan } from '../months.ts'
import { findSoldPlans } from '../store/plans.ts'
import { findPriceList } from '../store/price-lists.ts'
import { termsOf } from '../store/terms.ts'
import { applyPlans } from './apply-plans.ts'
import examples from './example-plans.json' with { type: 'json' }
import { planFile, type PlanFile } from './plan-file.ts'
import { seedPlans } from './seed-plans.ts'

const file = planFile.parse(examples)
const current = monthInJapan(new Date())
const next = addMonths(current, 1)
const inNextMonth = new Date(Date.UTC(Number(next.slice(0, 4)), Number(next.slice(5, 7)) - 1, 15))

let test: TestApp
beforeEach(async () => {
  test = await openTestApp()
})
afterEach(() => test.close())

function withPlan(name: string, change: object): PlanFile {
  return { ...file, plans: file.plans.map((plan) => (plan.name === name ? { ...plan, ...change } : plan)) }
}

async function soldNames(at?: Date) {
  return (await findSoldPlans(test.db, at)).map(({ name }) => name)
}

describe('the example file', () => {
  it('BILL-07 has the six tiers', () => {
    expect(file.plans.map(({ name }) => name).toSorted()).toEqual([...PLAN_TIERS].toSorted())
  })

  it.each([
    ['a price in a fraction of a yen', withPlan('basic', { monthly_price: 1.5 })],
    ['a negative limit', withPlan('basic', { minute: -1 })],
    ['an unknown tier', withPlan('basic', { name: 'huge' })],
    ['a tier twice', withPlan('basic', { name: 'premium' })],
    ['no trial', { ...file, plans: file.plans.filter(({ name }) => name !== 'trial') }],
    ['an unknown field', { ...file, tax: 10 }],
    ['a unit price of 0', { ...file, points: { ...file.points, chat: 0 } }],
    ['a text', 'plans'],
  ])('with %s is refused', (_, wrong) => {
    expect(planFile.safeParse(wrong).success).toBe(false)
  })
})

describe('applying a file', () => {
  it('BILL-07 sells the tiers from the month on, and changes nothing the second time', async () => {
    expect(await applyPlans(test.db, file, next)).toEqual([
      'personal: new',
      'minimum: new',
      'basic: new',
      'premium: new',
    ])
    expect(await soldNames()).toEqual(['business'])
    expect(await soldNames(inNextMonth)).toEqual(['minimum', 'basic', 'premium', 'business'])
    expect(await applyPlans(test.db, file, next)).toEqual([])
  })

  it('inserts a version where a plan differs; a subscription keeps what it was sold', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: 2 })
    const dearer = withPlan('business', { monthly_price: 160_000, minute: 7000 })
    expect(await applyPlans(test.db, dearer, next)).toContain(
      'business: monthly_price 150000 → 160000, minute 6000 → 7000',
    )
    expect(await termsOf(test.db, subscriptionId, inNextMonth)).toMatchObject({ monthly_price: 150_000, minute: 6000 })
    expect((await findSoldPlans(test.db, inNextMonth)).at(-1)).toMatchObject({ monthly_price: 160_000, minute: 7000 })
    expect((await findSoldPlans(test.db)).at(-1)).toMatchObject({ monthly_price: 150_000 })
  })

  it('inserts a price list where a price differs; subscriptions keep theirs', async () => {
    const { subscriptionId } = await createContract(test.db)
    const dearer = { ...file, membership_price: 1200, points: { ...file.points, minute: 12 } }
    expect(await applyPlans(test.db, dearer, next)).toContain(
      'prices: membership_price 1000 → 1200, minute_points 10 → 12',
    )
    expect((await findPriceList(test.db)).membership_price).toBe(1000)
    expect((await findPriceList(test.db, inNextMonth)).minute_points).toBe(12)
    expect(await termsOf(test.db, subscriptionId, inNextMonth)).toMatchObject({ minute_points: 10 })
  })

  it('replaces an unused version of the month, and refuses to change a used one', async () => {
    await applyPlans(test.db, file, current)
    await applyPlans(test.db, withPlan('basic', { minute: 1300 }), current)
    const basic = (await findSoldPlans(test.db)).find(({ name }) => name === 'basic')
    expect(basic?.minute).toBe(1300)
    await createContract(test.db, { planId: basic?.id ?? 0 })
    await expect(applyPlans(test.db, file, current)).rejects.toThrow(/basic of \d{4}-\d\d is in use/)
    expect((await findSoldPlans(test.db)).find(({ name }) => name === 'basic')?.minute).toBe(1300)
    expect(await applyPlans(test.db, file, next)).toEqual(['basic: minute 1300 → 1200'])
  })

  it('a version that an application or a link in a mail refers to is in use', async () => {
    await applyPlans(test.db, file, current)
    const sold = await findSoldPlans(test.db)
    const idOf = (tier: string) => sold.find(({ name }) => name === tier)?.id ?? 0
    const { payment_type, term: _, policy: __, ...fields } = requestBody()
    await test.db
      .insertInto('subscription_requests')
      .values({ ...fields, payment_type, plan_id: idOf('basic'), locale: 'ja' })
      .execute()
    await test.db
      .insertInto('payment_links')
      .values({
        workspace_id: 1,
        kind: 'plan',
        request_id: 1,
        plan_id: idOf('premium'),
        token_hash: Buffer.alloc(32),
        expires_at: new Date(),
      })
      .execute()
    for (const tier of ['basic', 'premium'])
      await expect(applyPlans(test.db, withPlan(tier, { minute: 1300 }), current)).rejects.toThrow(`${tier} of`)
  })

  it('withdraws a tier that the file does not have, and sells it again', async () => {
    await applyPlans(test.db, file, current)
    const without = { ...file, plans: file.plans.filter(({ name }) => name !== 'premium') }
    expect(await applyPlans(test.db, without, next)).toEqual(['premium: withdrawn'])
    expect(await applyPlans(test.db, without, next)).toEqual([])
    expect(await soldNames()).toContain('premium')
    expect(await soldNames(inNextMonth)).not.toContain('premium')
    expect(await applyPlans(test.db, file, next)).toEqual(['premium: new'])
    expect(await soldNames(inNextMonth)).toContain('premium')
  })

  it('refuses a month that has passed, and one before a version that exists', async () => {
    await expect(applyPlans(test.db, file, addMonths(current, -1))).rejects.toThrow(/has passed/)
    await applyPlans(test.db, file, next)
    await expect(applyPlans(test.db, file, current)).rejects.toThrow(/There is a version from/)
  })

  it('of two simultaneous commands, one changes everything and the other nothing', async () => {
    const lines = await Promise.all([applyPlans(test.db, file, next), applyPlans(test.db, file, next)])
    expect(lines.map(({ length }) => length).toSorted()).toEqual([0, 4])
  })
})

describe('a fresh local installation', () => {
  it('BILL-07 BILL-68 has the example plans, and keeps plans that the operator added', async () => {
    await seedPlans(test.app)
    expect(await soldNames()).toEqual(['minimum', 'basic', 'premium', 'business'])
    await applyPlans(test.db, withPlan('basic', { minute: 1300 }), current)
    await seedPlans(test.app)
    expect((await findSoldPlans(test.db)).find(({ name }) => name === 'basic')?.minute).toBe(1300)
  })
})
