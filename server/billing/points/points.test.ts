import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { createContract, createPlan, givePoints } from '../../test/factories/contracts.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { findBalance, insertBillingRow } from '../store/billing-ledger.ts'
import { addPoints } from './add-points.ts'
import { payableUnits } from './points.ts'
import { settlePoints } from './settle-points.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

async function use(workspaceId: number, kind: string, amount: number) {
  await sql`insert into usage_ledger (workspace_id, kind, amount, cause)
    values (${workspaceId}, ${kind}, ${amount}, ${randomUUID()})`.execute(test.db)
  await inTrx((trx) => settlePoints(trx, { workspaceId }))
}

function usedRows(workspaceId: number) {
  return test.db
    .selectFrom('billing_ledger')
    .select(['kind', 'amount', 'point'])
    .where('workspace_id', '=', workspaceId)
    .where('billing_type', '=', 'use_point')
    .orderBy('id')
    .execute()
}

// Prices of the first price list: 10 a minute, 20 a chat, 50 a GB, 3000 an editor, 300 a viewer.
const PRICES = { minute: 10, chat: 20, storage: 50, editor: 3000, viewer: 300 }

describe('units that points pay for', () => {
  const none = { minute: 0, chat: 0, storage: 0, editor: 0, viewer: 0 }

  it.each([
    ['nothing beyond the limits', none, 1000, none],
    ['all of it', { ...none, minute: 5, storage: 2 }, 150, { ...none, minute: 5, storage: 2 }],
    ['whole units only', { ...none, minute: 5 }, 49, { ...none, minute: 4 }],
    ['minutes before storage', { ...none, minute: 5, storage: 2 }, 149, { ...none, minute: 5, storage: 1 }],
    ['a cheaper kind after one that is too expensive', { ...none, editor: 1, viewer: 1 }, 500, { ...none, viewer: 1 }],
    ['no points', { ...none, minute: 5 }, 0, none],
  ])('%s', (_, excess, points, units) => {
    expect(payableUnits(excess, PRICES, points)).toEqual(units)
  })

  it('a kind without a price is not sold', () => {
    expect(payableUnits({ ...none, minute: 5 }, { ...PRICES, minute: 0 }, 1000)).toEqual(none)
  })
})

describe('settlement', () => {
  it('uses points for what exceeds the limits, and returns them', async () => {
    const { workspaceId } = await createContract(test.db, { planId: await createPlan(test.db, { minute: 60 }) })
    await givePoints(test.db, { workspaceId }, 1000)
    await use(workspaceId, 'minute', 70)
    await use(workspaceId, 'chat', 21)
    expect(await findBalance(test.db, workspaceId)).toBe(1000 - 100 - 20)
    await use(workspaceId, 'minute', -15)
    expect(await findBalance(test.db, workspaceId)).toBe(980)
    expect(await usedRows(workspaceId)).toEqual([
      { kind: 'minute', amount: 10, point: -100 },
      { kind: 'chat', amount: 1, point: -20 },
      { kind: 'minute', amount: -10, point: 100 },
    ])
  })

  it('repeated, writes nothing', async () => {
    const { workspaceId } = await createContract(test.db)
    await givePoints(test.db, { workspaceId }, 1000)
    await use(workspaceId, 'minute', 20)
    for (let turn = 0; turn < 3; turn += 1) await inTrx((trx) => settlePoints(trx, { workspaceId }))
    expect(await usedRows(workspaceId)).toEqual([{ kind: 'minute', amount: 10, point: -100 }])
  })

  it('uses what whole units points pay for, and the rest when points arrive', async () => {
    const { workspaceId } = await createContract(test.db)
    await givePoints(test.db, { workspaceId }, 25)
    await use(workspaceId, 'minute', 15)
    expect(await findBalance(test.db, workspaceId)).toBe(5)
    await givePoints(test.db, { workspaceId }, 100)
    expect(await findBalance(test.db, workspaceId)).toBe(75)
    expect((await usedRows(workspaceId)).map(({ amount }) => amount)).toEqual([2, 3])
  })

  it.each([
    ['a plan by card', 'credit_card', 1000],
    ['a plan by monthly invoice', 'monthly', 900],
    ['a plan by yearly invoice', 'yearly', 900],
  ] as const)('BILL-42 %s', async (_, paymentType, left) => {
    const planId = await createPlan(test.db, { minute: 60 })
    const { workspaceId } = await createContract(test.db, { planId, paymentType })
    await givePoints(test.db, { workspaceId }, 1000)
    await use(workspaceId, 'minute', 70)
    expect(await findBalance(test.db, workspaceId)).toBe(left)
  })
})

describe('points', () => {
  it('of one cause are added once, also by simultaneous callers', async () => {
    const { workspaceId } = await createContract(test.db)
    const points = { workspaceId, billingType: 'purchase_point', point: 1000, money: 1100, userId: null } as const
    const cause = randomUUID()
    const added = await Promise.all(
      Array.from({ length: 10 }, () => inTrx((trx) => addPoints(trx, { ...points, cause }))),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await findBalance(test.db, workspaceId)).toBe(1000)
  })

  it('taken away stop at a balance of 0', async () => {
    const { workspaceId } = await createContract(test.db)
    await givePoints(test.db, { workspaceId }, 300)
    expect(await givePoints(test.db, { workspaceId }, -999_999_999_999)).toBe(true)
    expect(await findBalance(test.db, workspaceId)).toBe(0)
    const rows = await test.db
      .selectFrom('billing_ledger')
      .select('point')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([{ point: 300 }, { point: -300 }])
  })

  it('BILL-56 rows of money change no points, and are inserted once', async () => {
    const { workspaceId, subscriptionId } = await createContract(test.db)
    const row = { workspaceId, subscriptionId, billingType: 'payment_auto', money: 1100, cause: randomUUID() } as const
    expect(await inTrx((trx) => insertBillingRow(trx, row))).toBe(true)
    expect(await inTrx((trx) => insertBillingRow(trx, row))).toBe(false)
    expect(await findBalance(test.db, workspaceId)).toBe(0)
  })
})
