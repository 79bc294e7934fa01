import * as contract from '@kaiwa/contract/billing.ts'
import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../platform/database/database.ts'
import { assign, createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { runJob } from '../test/run-job.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { deleteExpiredLedgers } from './jobs/delete-expired-ledgers.ts'
import { type Entry, refundUsage, recordUsage, releaseStorage } from './record-usage.ts'
import { remainingMinutes, remainingStorage } from './remaining.ts'

const MB = 1_048_576
const GB = 1024 * MB
/** The basic plan of the first price list. */
const BASIC = { storage: 1024, minute: 10, editor: 0, viewer: 2, chat: 5 }

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

function usageOf(as: TestUser) {
  return test.succeed(contract.getUsage, {}, as)
}

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

let count = 0

function cause() {
  return `test:${(count += 1)}`
}

function entry(owner: TestOwner, values: Partial<Entry>): Entry {
  return {
    workspaceId: owner.workspaceId,
    userId: owner.id,
    kind: 'minute',
    amount: 1,
    cause: cause(),
    ...values,
  }
}

function use(owner: TestOwner, values: Partial<Entry>) {
  return inTrx((trx) => recordUsage(trx, entry(owner, values)))
}

describe('GET usage', () => {
  it('BILL-29 BILL-66 returns the subscription and its usage', async () => {
    const owner = await createOwner(test.db)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    await createFolder(test.db, folder, { creator: owner })
    await use(owner, { kind: 'chat', amount: 3 })
    const usage = await usageOf(owner)
    const quotas = { minute: 6000, storage: 1_024_000, chat: 1000, editor: 50, viewer: 500 }
    expect(usage).toEqual({
      subscription_id: expect.any(Number),
      is_workspace_owner: true,
      total_project: 2,
      is_suspended: false,
      chat: 3,
      subscription: {
        plan: { name: 'business', ...quotas },
        payment_type: 'monthly',
        start_date: expect.stringMatching(/Z$/),
        renewal_date: expect.stringMatching(/T15:00:00\.000Z$/),
        end_date: null,
      },
      remain: { ...quotas, chat: 997 },
      use_point: { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 },
      basic_plan: BASIC,
      flags: { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true },
    })
  })

  it('BILL-30 counts minutes and chats of the current month in Japan, and all storage', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    await use(owner, { amount: 20 })
    await use(owner, { kind: 'storage', amount: 1.5 * GB })
    const old = [entry(owner, { amount: 30 }), entry(owner, { kind: 'storage', amount: GB })]
    for (const { cause: name, kind, amount } of old)
      await sql`
        insert into usage_ledger (workspace_id, kind, amount, cause, month) values (${owner.workspaceId}, ${kind}, ${amount}, ${name},
          (date_trunc('month', now() at time zone 'Asia/Tokyo') - interval '1 month')::date)
      `.execute(test.db)
    const { remain } = await usageOf(owner)
    expect(remain).toEqual({ minute: 40, storage: 2.5 * 1024, chat: 20, editor: 1, viewer: 5 })
  })

  it('BILL-30 the owner takes no seat; managers, members and editing guests are editors, other guests viewers', async () => {
    const owner = await createOwner(test.db)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    await createMember(test.db, owner, ROLE.manager)
    await createMember(test.db, owner, ROLE.member)
    const [editing, viewing] = [
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
    ]
    await assign(test.db, folder, editing, ROLE.editor)
    await assign(test.db, folder, viewing, ROLE.viewer)
    expect((await usageOf(owner)).remain).toMatchObject({ editor: 47, viewer: 499 })
  })

  it('BILL-31 without a subscription nothing is left; without a plan the limits are those of the basic plan', async () => {
    const homeless = await createUser(test.db)
    const nothing = { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 }
    const closed = { analyze: false, upload: false, chat: false, inviteEditor: false, inviteViewer: false }
    expect(await usageOf(homeless)).toMatchObject({
      subscription_id: null,
      subscription: null,
      is_workspace_owner: false,
      basic_plan: BASIC,
      remain: nothing,
      flags: closed,
    })
    const owner = await createOwner(test.db)
    await test.db
      .updateTable('subscriptions')
      .set({ plan_id: null })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(await usageOf(owner)).toMatchObject({
      subscription_id: expect.any(Number),
      subscription: null,
      is_workspace_owner: true,
      remain: BASIC,
      flags: { analyze: true, upload: true, chat: true, inviteEditor: false, inviteViewer: true },
    })
  })

  it('PERM-16 only the owner is the workspace’s owner', async () => {
    const owner = await createOwner(test.db)
    const manager = await createMember(test.db, owner, ROLE.manager)
    expect((await usageOf(manager)).is_workspace_owner).toBe(false)
    expect((await usageOf(manager)).subscription?.plan.name).toBe('business')
  })

  it('a used-up quota disables its action', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    await use(owner, { amount: 60 })
    await use(owner, { kind: 'storage', amount: 5 * GB })
    expect((await usageOf(owner)).flags).toMatchObject({ analyze: false, upload: false, chat: true })
  })

  it('requires a session', async () => {
    expect((await test.call(contract.getUsage, {})).status).toBe(401)
  })
})

describe('the ledger', () => {
  it('counts a cause once, also if it is recorded repeatedly or concurrently', async () => {
    const owner = await createOwner(test.db)
    const one = entry(owner, { amount: 10 })
    const recorded = await Promise.all(Array.from({ length: 20 }, () => inTrx((trx) => recordUsage(trx, one))))
    expect(recorded.filter(Boolean)).toHaveLength(1)
    expect((await usageOf(owner)).remain.minute).toBe(5990)
  })

  it('refunds once, in the month of the charge', async () => {
    const owner = await createOwner(test.db)
    const one = entry(owner, { amount: 10 })
    await inTrx((trx) => recordUsage(trx, one))
    await sql`alter table usage_ledger disable trigger usage_ledger_append_only`.execute(test.db)
    await sql`update usage_ledger set month = '2026-01-01' where cause = ${one.cause}`.execute(test.db)
    await sql`alter table usage_ledger enable trigger usage_ledger_append_only`.execute(test.db)
    expect(await inTrx((trx) => refundUsage(trx, one.cause))).toBe(true)
    expect(await inTrx((trx) => refundUsage(trx, one.cause))).toBe(false)
    expect(await inTrx((trx) => refundUsage(trx, 'never counted'))).toBe(false)
    const rows = await test.db
      .selectFrom('usage_ledger')
      .select(['amount', 'month'])
      .where('workspace_id', '=', owner.workspaceId)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { amount: 10, month: '2026-01-01' },
      { amount: -10, month: '2026-01-01' },
    ])
  })

  it('releases the storage of a file with all its parts, once', async () => {
    const owner = await createOwner(test.db)
    const file = await createFile(test.db, rootOf(owner), { creator: owner, original_size: 3 * MB })
    await use(owner, { kind: 'storage', fileId: file.id, amount: MB })
    expect((await usageOf(owner)).remain.storage).toBe(1_024_000 - 4)
    for (let turn = 0; turn < 2; turn += 1) await inTrx((trx) => releaseStorage(trx, [file.id], owner.id))
    expect((await usageOf(owner)).remain.storage).toBe(1_024_000)
  })

  it('has its totals in one row per kind and month, also for refunds and simultaneous callers', async () => {
    const owner = await createOwner(test.db)
    const { workspaceId } = owner
    const one = entry(owner, { amount: 10 })
    await inTrx((trx) => recordUsage(trx, one))
    await Promise.all(Array.from({ length: 10 }, () => use(owner, { kind: 'storage', amount: 3 * MB })))
    await use(owner, { kind: 'chat', amount: 2 })
    await use(owner, { amount: 5, at: new Date('2026-01-15T00:00:00Z') })
    await inTrx((trx) => refundUsage(trx, one.cause))
    const totals = await test.db
      .selectFrom('usage_totals')
      .select(['kind', 'amount'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('kind')
      .orderBy('month')
      .execute()
    expect(totals).toEqual([
      { kind: 'chat', amount: 2 },
      { kind: 'minute', amount: 5 },
      { kind: 'minute', amount: 0 },
      { kind: 'storage', amount: 30 * MB },
    ])
  })

  it('is append-only: rows cannot be changed or deleted', async () => {
    const owner = await createOwner(test.db)
    const one = entry(owner, {})
    await inTrx((trx) => recordUsage(trx, one))
    await expect(
      test.db.updateTable('usage_ledger').set({ amount: 0 }).where('cause', '=', one.cause).execute(),
    ).rejects.toThrow(/append-only/)
    await expect(test.db.deleteFrom('usage_ledger').where('cause', '=', one.cause).execute()).rejects.toThrow(
      /append-only/,
    )
  })

  it('outlives its workspace', async () => {
    const owner = await createOwner(test.db)
    await use(owner, {})
    await test.db.deleteFrom('workspaces').where('id', '=', owner.workspaceId).execute()
    const rows = await test.db
      .selectFrom('usage_ledger')
      .select('id')
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(rows).toHaveLength(1)
    // It is kept for seven years.
    const age = async (years: number) => {
      await sql`alter table usage_ledger disable trigger usage_ledger_append_only`.execute(test.db)
      await sql`update usage_ledger set created_at = now() - make_interval(years => ${years})
        where workspace_id = ${owner.workspaceId}`.execute(test.db)
      await sql`alter table usage_ledger enable trigger usage_ledger_append_only`.execute(test.db)
      await runJob(test, deleteExpiredLedgers)
      return test.db.selectFrom('usage_ledger').select('id').where('workspace_id', '=', owner.workspaceId).execute()
    }
    expect(await age(6)).toHaveLength(1)
    expect(await age(8)).toEqual([])
  })
})

describe('quota checks', () => {
  it('twenty concurrent files cannot all take the last minutes', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        inTrx(async (trx) => {
          if ((await remainingMinutes(trx, owner.workspaceId)) < 25) return false
          return recordUsage(trx, entry(owner, { amount: 25 }))
        }),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(2)
    expect(await inTrx((trx) => remainingMinutes(trx, owner.workspaceId))).toBe(10)
  })

  it('remaining storage is in bytes', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    await use(owner, { kind: 'storage', amount: 1 })
    expect(await inTrx((trx) => remainingStorage(trx, owner.workspaceId))).toBe(5 * GB - 1)
  })

  it('without a plan the remaining amount is 0', async () => {
    const owner = await createOwner(test.db)
    await test.db
      .updateTable('subscriptions')
      .set({ status: 'terminated' })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(await inTrx((trx) => remainingMinutes(trx, owner.workspaceId))).toBe(0)
    expect(await inTrx((trx) => remainingStorage(trx, owner.workspaceId))).toBe(0)
  })
})

it('BILL-06 the initial plans have all fields and their limits', async () => {
  const plans = await test.db.selectFrom('plans').selectAll().where('id', '<=', 2).orderBy('id').execute()
  const always = { description: expect.any(String), valid_from: '2020-01-01', valid_until: null }
  expect(plans).toEqual([
    { ...always, id: 1, name: 'trial', audience: 'trial', monthly_price: 0, yearly_price: 0, ...PLAN_LIMITS.trial },
    {
      ...always,
      id: 2,
      name: 'business',
      audience: 'business',
      monthly_price: 150_000,
      yearly_price: 120_000,
      ...PLAN_LIMITS.business,
    },
  ])
})
