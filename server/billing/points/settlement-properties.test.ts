// Random orders of usage, refunds, plan changes, purchases and deletions of points give the points that a recomputation
// from all events gives, and no balance is negative.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createContract, createPlan } from '../../test/factories/contracts.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { recordUsage, refundUsage } from '../record-usage.ts'
import { findBalance } from '../store/billing-ledger.ts'
import { changePlan } from '../subscriptions/change-plan.ts'
import { addPoints } from './add-points.ts'

const GB = 1024 ** 3
const PRICE = { minute: 10, chat: 20, storage: 50 } as const

/** Limits by plan: the small plan, the large one, and the membership without a plan. */
const LIMITS = [
  { minute: 60, chat: 20, storage: 5 },
  { minute: 100, chat: 30, storage: 8 },
  { minute: 10, chat: 5, storage: 1 },
] as const
/** By card nothing is paid by points. */
const BY_CARD = 3

type Kind = keyof typeof PRICE

type Step =
  | { do: 'use'; kind: Kind; amount: number }
  | { do: 'refund'; index: number }
  | { do: 'plan'; plan: number }
  | { do: 'give'; point: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('use' as const),
    kind: fc.constantFrom<Kind>('minute', 'chat', 'storage'),
    amount: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ do: fc.constant('refund' as const), index: fc.nat(20) }),
  fc.record({ do: fc.constant('plan' as const), plan: fc.nat(BY_CARD) }),
  fc.record({ do: fc.constant('give' as const), point: fc.integer({ min: 1, max: 900 }) }),
)

let test: TestApp
let planIds: (number | null)[]
beforeAll(async () => {
  test = await openTestApp()
  const small = await createPlan(test.db, LIMITS[0])
  planIds = [small, await createPlan(test.db, LIMITS[1]), null, small]
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

interface Story {
  plan: number
  points: number
  used: { kind: Kind; amount: number; cause: string; isRefunded: boolean }[]
}

/** Applies the step to the database, and to the story from which the oracle computes. */
async function play(contract: { workspaceId: number; subscriptionId: number }, story: Story, one: Step) {
  const { workspaceId, subscriptionId } = contract
  if (one.do === 'use') {
    const { kind, amount } = one
    // Storage in whole GB minus a byte: it is rounded up.
    const counted = kind === 'storage' ? amount * GB * 0.1 : amount
    const entry = { kind, amount: Math.round(counted), cause: randomUUID() }
    await inTrx((trx) => recordUsage(trx, { ...entry, workspaceId, userId: null }))
    story.used.push({ ...entry, isRefunded: false })
  } else if (one.do === 'refund') {
    const entry = story.used[one.index]
    if (!entry || entry.kind === 'storage') return
    await inTrx((trx) => refundUsage(trx, entry.cause))
    entry.isRefunded = true
  } else if (one.do === 'plan') {
    const paymentType = one.plan >= 2 ? 'credit_card' : 'monthly'
    const planId = planIds[one.plan] ?? null
    const change = { subscriptionId, planId, paymentType, fromThisCycle: true, requestedBy: null } as const
    try {
      await inTrx((trx) => changePlan(trx, change))
    } catch (error) {
      // A plan by card has usage beyond its limits, which points do not pay.
      if (!(error instanceof Refusal) || error.details['reason'] !== 'excess') throw error
      return
    }
    story.plan = one.plan
  } else {
    const given = { workspaceId, billingType: 'give_point', point: one.point, money: 0, userId: null } as const
    await inTrx((trx) => addPoints(trx, { ...given, cause: randomUUID() }))
    story.points += one.point
  }
}

/** The remaining points after the excess was paid: minutes first, then chats, then storage. */
function oracle({ plan, points, used }: Story): number {
  const limits = LIMITS[plan]
  if (!limits) return points
  const sum = (kind: Kind) =>
    used.filter((entry) => entry.kind === kind && !entry.isRefunded).reduce((total, { amount }) => total + amount, 0)
  let left = points
  for (const kind of ['minute', 'chat', 'storage'] as const) {
    const total = kind === 'storage' ? Math.ceil(sum(kind) / GB) : sum(kind)
    for (let unit = limits[kind]; unit < total && left >= PRICE[kind]; unit += 1) left -= PRICE[kind]
  }
  return left
}

it('the balance is that of a recomputation, after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const contract = await createContract(test.db, { planId: planIds[0] ?? null })
      const story: Story = { plan: 0, points: 0, used: [] }
      for (const one of steps) {
        await play(contract, story, one)
        const balance = await findBalance(test.db, contract.workspaceId)
        expect(balance).toBe(oracle(story))
        expect(balance).toBeGreaterThanOrEqual(0)
      }
      const { point } = await test.db
        .selectFrom('billing_ledger')
        .select(sql<number>`coalesce(sum(point), 0)::bigint`.as('point'))
        .where('workspace_id', '=', contract.workspaceId)
        .executeTakeFirstOrThrow()
      expect(point).toBe(oracle(story))
    }),
    { numRuns: 60 },
  )
})

it('the balance is that of a recomputation after steps of many simultaneous callers', async () => {
  const concurrent = step.filter((one) => one.do !== 'plan')
  await fc.assert(
    fc.asyncProperty(
      fc.array(concurrent, { maxLength: 6 }),
      fc.array(concurrent, { minLength: 8, maxLength: 16 }),
      async (before, atOnce) => {
        const contract = await createContract(test.db, { planId: planIds[0] ?? null })
        const story: Story = { plan: 0, points: 0, used: [] }
        for (const one of before) await play(contract, story, one)
        // Refunds refer to what was used before; a second refund of the same usage does nothing.
        const known = story.used.length
        const steps = atOnce.filter((one) => one.do !== 'refund' || one.index < known)
        await Promise.all(steps.map((one) => play(contract, story, one)))
        expect(await findBalance(test.db, contract.workspaceId)).toBe(oracle(story))
      },
    ),
    { numRuns: 25 },
  )
})
