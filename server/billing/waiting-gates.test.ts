// A quota check that waits for the lock of its workspace returns the values after the wait, not those before it.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../platform/database/database.ts'
import { atOnce } from '../test/at-once.ts'
import { createContract, createPlan, givePoints } from '../test/factories/contracts.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { addPoints } from './points/add-points.ts'
import { recordUsage, refundUsage } from './record-usage.ts'
import { remainingChats, remainingMinutes, remainingStorage } from './remaining.ts'
import { insertBillingRow } from './store/billing-ledger.ts'
import { lockWorkspace } from './store/usage.ts'
import { changePlan } from './subscriptions/change-plan.ts'
import { requestCancellation } from './subscriptions/request-cancellation.ts'
import { setSuspended } from './subscriptions/set-suspended.ts'

const GB = 1024 ** 3

let test: TestApp
let large: number
beforeAll(async () => {
  test = await openTestApp()
  large = await createPlan(test.db, { minute: 200, chat: 50, storage: 10 })
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return test.db.transaction().execute(work)
}

/** Resolves when a check waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%read_quota%'`.execute(test.db)
    if (rows.length > 0) return
  }
}

type Contract = Awaited<ReturnType<typeof createContract>>
type Check = (trx: Trx, workspaceId: number) => Promise<number>

/** The answer of a check that has begun before the change and got its lock after it. */
async function answerAfter(
  contract: Contract,
  check: Check,
  change: (trx: Trx) => Promise<unknown>,
): Promise<{ waited: number; fresh: number }> {
  const { workspaceId } = contract
  let waiting: Promise<number> | undefined
  await inTrx(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    waiting = inTrx((other) => check(other, workspaceId))
    await untilWaiting()
    await change(trx)
  })
  return { waited: await (waiting as Promise<number>), fresh: await inTrx((trx) => check(trx, workspaceId)) }
}

function consume(kind: 'minute' | 'chat' | 'storage', amount: number, cause: string) {
  return (contract: Contract) => (trx: Trx) =>
    recordUsage(trx, { workspaceId: contract.workspaceId, userId: null, kind, amount, cause })
}

const bought = { billingType: 'give_point', money: 0, userId: null } as const

type Row = readonly [
  what: string,
  check: Check,
  left: number,
  change: (contract: Contract) => (trx: Trx) => Promise<unknown>,
]

// The contract has 60 minutes, 20 chats and 5 GB, of which 10 minutes are used, and no points.
const rows: readonly Row[] = [
  ['minutes that were used', remainingMinutes, 20, consume('minute', 30, 'wait:minute')],
  [
    'minutes that were given back',
    remainingMinutes,
    60,
    ({ workspaceId }) =>
      (trx) =>
        refundUsage(trx, `start:${workspaceId}`),
  ],
  ['chats that were used', remainingChats, 13, consume('chat', 7, 'wait:chat')],
  ['storage that was used', remainingStorage, 2 * GB, consume('storage', 3 * GB, 'wait:storage')],
  [
    'points that were given',
    remainingMinutes,
    150,
    ({ workspaceId }) =>
      (trx) =>
        addPoints(trx, { ...bought, workspaceId, point: 1_000, cause: 'wait:points' }),
  ],
  [
    'points that chats used',
    remainingMinutes,
    50,
    ({ workspaceId }) =>
      async (trx) => {
        await addPoints(trx, { ...bought, workspaceId, point: 100, cause: 'wait:few-points' })
        await consume('chat', 25, 'wait:many-chats')({ workspaceId } as Contract)(trx)
      },
  ],
  [
    'a plan change',
    remainingMinutes,
    190,
    ({ subscriptionId }) =>
      (trx) =>
        changePlan(trx, { subscriptionId, planId: large, fromThisCycle: true, requestedBy: null }),
  ],
  [
    'a suspension',
    remainingMinutes,
    0,
    ({ subscriptionId }) =>
      (trx) =>
        setSuspended(trx, subscriptionId, true),
  ],
  [
    'the end of the contract',
    remainingMinutes,
    0,
    ({ subscriptionId }) =>
      async (trx) => {
        await requestCancellation(trx, { subscriptionId })
        await trx
          .updateTable('subscriptions')
          .set({ end_date: sql`now()` })
          .where('id', '=', subscriptionId)
          .execute()
      },
  ],
  ['nothing', remainingMinutes, 50, () => async () => undefined],
]

describe('a check that waits sees', () => {
  it.each(rows)('%s', async (_what, check, left, change) => {
    const contract = await createContract(test.db, { planId: await createPlan(test.db) })
    await inTrx(consume('minute', 10, `start:${contract.workspaceId}`)(contract))
    const { waited, fresh } = await answerAfter(contract, check, change(contract))
    expect([waited, fresh]).toEqual([left, left])
  })
})

it('50 simultaneous callers use exactly what is left', async () => {
  const contract = await createContract(test.db, { planId: await createPlan(test.db, { minute: 60 }) })
  const { workspaceId } = contract
  await givePoints(test.db, contract, 200)
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      inTrx(async (trx) => {
        if ((await remainingMinutes(trx, workspaceId)) < 3) return 0
        await consume('minute', 3, `many:${workspaceId}:${index}`)(contract)(trx)
        return 3
      }),
    ),
  )
  // 60 minutes of the plan and 20 that 200 points buy.
  expect(taken.reduce((sum: number, minutes) => sum + minutes, 0)).toBe(78)
})

it('a check that changes nothing writes nothing, so its commit does not wait for the disk', async () => {
  const { workspaceId } = await createContract(test.db, { planId: large })
  const written = await inTrx(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    for (const check of [remainingMinutes, remainingChats, remainingStorage]) await check(trx, workspaceId)
    const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(trx)
    return rows[0]?.id
  })
  expect(written).toBeNull()
})

it('points change under the lock, even if a caller did not take it', async () => {
  const { workspaceId } = await createContract(test.db, { planId: large })
  const row = { workspaceId, billingType: 'give_point', point: 500, cause: `unlocked:${workspaceId}` } as const
  const { waited } = await atOnce(test.db, (trx) => lockWorkspace(trx, workspaceId), [
    () => inTrx((trx) => insertBillingRow(trx, row)),
  ])
  expect(waited).toBe(1)
  const { point } = await test.db
    .selectFrom('workspaces')
    .select('point')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  expect(point).toBe(500)
})
