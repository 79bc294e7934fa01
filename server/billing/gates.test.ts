// The gate over the real database: what each contract may still use, at which instant.
import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../platform/database/database.ts'
import { atOnce } from '../test/at-once.ts'
import { createContract, createPlan, givePoints } from '../test/factories/contracts.ts'
import { assign, createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { runJob } from '../test/run-job.ts'
import { countSeats, recordSeats } from './count-seats.ts'
import { UNLIMITED } from './gate.ts'
import { finishEndedSubscriptions } from './jobs/finish-ended-subscriptions.ts'
import { openMonths } from './jobs/open-months.ts'
import { addPoints } from './points/add-points.ts'
import { lowerUsage, recordUsage, refundUsage, releaseStorage } from './record-usage.ts'
import { remainingChats, remainingMinutes, remainingStorage } from './remaining.ts'
import { leftNow } from './quotas.ts'
import { findBalance } from './store/billing-ledger.ts'
import { lockWorkspace, readUsage } from './store/usage.ts'
import { changePlan } from './subscriptions/change-plan.ts'
import { requestCancellation } from './subscriptions/request-cancellation.ts'
import { setSuspended } from './subscriptions/set-suspended.ts'

const GB = 1024 ** 3

let test: TestApp
let planId: number
beforeAll(async () => {
  test = await openTestApp()
  planId = await createPlan(test.db, { minute: 60, storage: 5, chat: 20, editor: 1, viewer: 1 })
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

type Kind = 'minute' | 'storage' | 'chat'

function use(
  workspaceId: number,
  kind: Kind,
  amount: number,
  { at, cause = randomUUID() }: { at?: Date; cause?: string } = {},
) {
  return inTrx((trx) => recordUsage(trx, { workspaceId, userId: null, kind, amount, cause, ...(at && { at }) }))
}

function left(workspaceId: number, kind: Kind, at?: Date) {
  const remaining = { minute: remainingMinutes, storage: remainingStorage, chat: remainingChats }[kind]
  return inTrx((trx) => remaining(trx, workspaceId, at))
}

function balance(workspaceId: number) {
  return findBalance(test.db, workspaceId)
}

/** Takes the minutes of a file if all of them are left. */
function takeMinutes(workspaceId: number, minutes: number) {
  return inTrx(async (trx) => {
    if ((await remainingMinutes(trx, workspaceId)) < minutes) return false
    return recordUsage(trx, { workspaceId, userId: null, kind: 'minute', amount: minutes, cause: randomUUID() })
  })
}

interface Case {
  title: string
  open: () => Promise<TestOwner>
  points?: number
  /** Minutes, chats and GB left of 60 or 10 minutes, 20 or 5 chats, 5 or 1 GB after 8 minutes were used. */
  left: [minutes: number, chats: number, gb: number]
}

async function suspend(owner: TestOwner & { subscriptionId: number }) {
  await inTrx((trx) => setSuspended(trx, owner.subscriptionId, true))
  return owner
}

const ended = { at: new Date('2026-01-01T00:00:00Z') }
const cases: Case[] = [
  { title: 'a trial', open: () => createOwner(test.db, { plan: 'trial' }), left: [52, 20, 5] },
  {
    title: 'a trial with points',
    open: () => createOwner(test.db, { plan: 'trial' }),
    points: 1000,
    left: [52, 20, 5],
  },
  { title: 'a plan by invoice', open: () => createContract(test.db, { planId }), left: [52, 20, 5] },
  {
    title: 'a plan by invoice with points',
    open: () => createContract(test.db, { planId }),
    points: 1000,
    left: [152, 70, 25],
  },
  {
    title: 'points that pay no whole unit',
    open: () => createContract(test.db, { planId }),
    points: 9,
    left: [52, 20, 5],
  },
  {
    title: 'a plan by yearly invoice',
    open: () => createContract(test.db, { planId, paymentType: 'yearly' }),
    points: 100,
    left: [62, 25, 7],
  },
  { title: 'a membership without a plan', open: () => createContract(test.db), left: [2, 5, 1] },
  { title: 'a membership with points', open: () => createContract(test.db), points: 100, left: [12, 10, 3] },
  {
    title: 'a plan by card',
    open: () => createContract(test.db, { planId, paymentType: 'credit_card' }),
    left: [UNLIMITED, UNLIMITED, UNLIMITED / GB],
  },
  {
    title: 'a suspended plan by card',
    open: async () => suspend(await createContract(test.db, { planId, paymentType: 'credit_card' })),
    points: 1000,
    left: [2, 5, 1],
  },
  {
    title: 'a suspended membership',
    open: async () => suspend(await createContract(test.db)),
    points: 1000,
    left: [2, 5, 1],
  },
  {
    title: 'a contract that has ended',
    open: async () => {
      const owner = await createContract(test.db, ended)
      await inTrx((trx) => requestCancellation(trx, { subscriptionId: owner.subscriptionId, ...ended }))
      return owner
    },
    points: 1000,
    left: [0, 0, 0],
  },
]

describe('the remaining amounts', () => {
  it.each(cases)('BILL-42 $title', async ({ open, points = 0, left: [minutes, chats, gb] }) => {
    const { workspaceId } = await open()
    await use(workspaceId, 'minute', 8)
    if (points > 0) await givePoints(test.db, { workspaceId }, points)
    expect(await left(workspaceId, 'minute')).toBe(minutes)
    expect(await left(workspaceId, 'chat')).toBe(chats)
    expect(await left(workspaceId, 'storage')).toBe(gb * GB)
    // The display reads the same terms by another statement.
    const row = await readUsage(test.db, workspaceId)
    expect(row && [leftNow(row, 'minute'), leftNow(row, 'chat'), leftNow(row, 'storage')]).toEqual([
      minutes,
      chats,
      gb * GB,
    ])
  })

  it('BILL-35 flags follow the same gate', async () => {
    const flagsOf = async (owner: TestUser) => (await test.succeed(contract.billing.getUsage, {}, owner)).flags
    const open = { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true }
    const owner = await createContract(test.db, { planId })
    await use(owner.workspaceId, 'minute', 60)
    await use(owner.workspaceId, 'chat', 20)
    await use(owner.workspaceId, 'storage', 5 * GB)
    expect(await flagsOf(owner)).toEqual({ ...open, analyze: false, upload: false, chat: false })
    await givePoints(test.db, owner, 19)
    expect(await flagsOf(owner)).toEqual({ ...open, upload: false, chat: false })
    const byCard = await createContract(test.db, { planId, paymentType: 'credit_card' })
    await use(byCard.workspaceId, 'minute', 1000)
    expect(await flagsOf(byCard)).toEqual(open)
  })

  it('follows the month in Japan and plan changes without a job', async () => {
    const begun = new Date('2026-01-15T00:00:00Z')
    const large = await createPlan(test.db, { minute: 600 })
    const { workspaceId, subscriptionId } = await createContract(test.db, { planId, at: begun })
    await use(workspaceId, 'minute', 50, { at: begun })
    const change = { subscriptionId, planId: large, fromThisCycle: false, requestedBy: null, at: begun }
    await inTrx((trx) => changePlan(trx, change))
    expect(await left(workspaceId, 'minute', new Date('2026-01-31T14:59:59Z'))).toBe(10)
    expect(await left(workspaceId, 'minute', new Date('2026-01-31T15:00:00Z'))).toBe(600)
  })
})

describe('the end of a trial', () => {
  it('refuses new folders and uploads, and reading stays possible; a job sets the status', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    await createFile(test.db, folder, { creator: owner })
    await test.db
      .updateTable('subscriptions')
      .set({ trial_ends_at: new Date(Date.now() - 1000) })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    for (let turn = 0; turn < 2; turn += 1) {
      const create = { params: { id: folder.itemId }, body: { name: '新規' } }
      expect((await test.call(contract.workspace.createFolder, create, owner)).error).toBe(
        'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE',
      )
      const upload = {
        params: { id: folder.projectId },
        body: { files: [{ uuid: randomUUID(), name: 'a.mp3', size: 1, duration: 1, num_speaker: null }] },
      }
      expect((await test.call(contract.uploads.requestUpload, upload, owner)).status).toBe(422)
      const files = await test.succeed(contract.workspace.listFiles, { params: { id: folder.projectId } }, owner)
      expect(files.data).toHaveLength(1)
      const usage = await test.succeed(contract.billing.getUsage, {}, owner)
      expect([usage.subscription_id, usage.remain.minute]).toEqual([null, 0])
      await runJob(test, finishEndedSubscriptions)
    }
    const rows = await test.db
      .selectFrom('subscriptions')
      .select('status')
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(rows).toEqual([{ status: 'finished' }])
  })
})

describe('consuming', () => {
  it('a file that limit and points do not cover whole uses nothing', async () => {
    const { workspaceId } = await createContract(test.db, { planId })
    await givePoints(test.db, { workspaceId }, 100)
    expect(await takeMinutes(workspaceId, 71)).toBe(false)
    expect(await balance(workspaceId)).toBe(100)
    expect(await takeMinutes(workspaceId, 70)).toBe(true)
    expect(await balance(workspaceId)).toBe(0)
  })

  it('two simultaneous callers cannot both take the last points', async () => {
    const { workspaceId } = await createContract(test.db, { planId })
    await givePoints(test.db, { workspaceId }, 100)
    await use(workspaceId, 'minute', 60)
    const { answers, waited } = await atOnce(test.db, (trx) => lockWorkspace(trx, workspaceId), [
      () => takeMinutes(workspaceId, 10),
      () => takeMinutes(workspaceId, 1),
    ])
    expect([waited, answers]).toEqual([2, [true, false]])
    expect(await balance(workspaceId)).toBe(0)
  })

  it('refunds give points back, in the month of the charge; those of an earlier month pay what is owed now', async () => {
    const january = new Date('2026-01-20T00:00:00Z')
    const february = new Date('2026-02-20T00:00:00Z')
    const { workspaceId } = await createContract(test.db, { planId, at: january })
    const points = { workspaceId, billingType: 'give_point', point: 100, money: 0, userId: null } as const
    await inTrx((trx) => addPoints(trx, { ...points, cause: randomUUID(), at: january }))
    const cause = randomUUID()
    await use(workspaceId, 'minute', 70, { at: january, cause })
    expect(await balance(workspaceId)).toBe(0)
    await use(workspaceId, 'minute', 64, { at: february })
    expect(await inTrx((trx) => refundUsage(trx, cause, february))).toBe(true)
    expect(await inTrx((trx) => refundUsage(trx, cause, february))).toBe(false)
    expect(await balance(workspaceId)).toBe(60)
    const rows = await test.db
      .selectFrom('billing_ledger')
      .select(['month', 'amount', 'point'])
      .where('workspace_id', '=', workspaceId)
      .where('billing_type', '=', 'use_point')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { month: '2026-01-01', amount: 10, point: -100 },
      { month: '2026-01-01', amount: -10, point: 100 },
      { month: '2026-02-01', amount: 4, point: -40 },
    ])
  })

  it('lowering a charge gives back the difference in one row', async () => {
    const { workspaceId } = await createContract(test.db, { planId })
    await givePoints(test.db, { workspaceId }, 1000)
    const cause = randomUUID()
    await use(workspaceId, 'minute', 100, { cause })
    await inTrx((trx) => lowerUsage(trx, cause, { amount: 65, newCause: randomUUID() }))
    expect(await balance(workspaceId)).toBe(950)
  })
})

describe('storage and seats', () => {
  it('storage counts whole GB by the month’s peak: releasing gives no points back, and using it again costs none', async () => {
    const owner = await createContract(test.db, { planId })
    const { workspaceId } = owner
    await givePoints(test.db, owner, 1000)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, folder, { creator: owner, original_size: 5 * GB + 1 })
    expect(await balance(workspaceId)).toBe(950)
    await inTrx((trx) => releaseStorage(trx, [file.id], owner.id))
    expect(await balance(workspaceId)).toBe(950)
    expect(await left(workspaceId, 'storage')).toBe((6 + 19) * GB)
    await use(workspaceId, 'storage', 6 * GB)
    expect(await balance(workspaceId)).toBe(950)
    await use(workspaceId, 'storage', 1)
    expect(await balance(workspaceId)).toBe(900)
  })

  it('a new month begins with what is stored, by the job or by the first check', async () => {
    const january = new Date('2026-01-20T00:00:00Z')
    for (const isByJob of [true, false]) {
      const { workspaceId } = await createContract(test.db, { planId, at: january })
      const points = { workspaceId, billingType: 'give_point', point: 1000, money: 0, userId: null } as const
      await inTrx((trx) => addPoints(trx, { ...points, cause: randomUUID(), at: january }))
      await use(workspaceId, 'storage', 7 * GB, { at: january })
      expect(await balance(workspaceId)).toBe(900)
      if (isByJob) for (let turn = 0; turn < 2; turn += 1) await runJob(test, openMonths)
      // (1000 - 100 - 100) points are left for minutes.
      expect(await left(workspaceId, 'minute')).toBe(60 + 80)
      expect(await balance(workspaceId)).toBe(800)
    }
  })

  it('BILL-42 a seat beyond the limit costs points when it is taken, and is refused without them', async () => {
    const owner = await createContract(test.db, { planId })
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const first = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, first, ROLE.viewer)
    const second = await createMember(test.db, owner, ROLE.guest)
    const give = () =>
      test.call(
        contract.sharing.inviteMember,
        { params: { itemId: folder.itemId }, body: { to_email: second.email, temp_role_id: ROLE.viewer } },
        owner,
      )
    expect((await give()).error).toBe('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
    await givePoints(test.db, owner, 599)
    expect(await countSeats(test.db, owner.workspaceId)).toEqual({
      left: { editor: 1, viewer: 0 },
      atCharge: { editor: 1, viewer: 1 },
    })
    expect((await give()).status).toBeLessThan(300)
    expect(await balance(owner.workspaceId)).toBe(299)
    // The peak of the month stays: the seat can be given again.
    await test.db.deleteFrom('item_roles').where('user_id', '=', second.id).execute()
    expect((await countSeats(test.db, owner.workspaceId)).left.viewer).toBe(1)
    expect((await give()).status).toBeLessThan(300)
    expect(await balance(owner.workspaceId)).toBe(299)
  })

  it('a plan by card records the peak of seats, and uses no points', async () => {
    const owner = await createContract(test.db, { planId, paymentType: 'credit_card' })
    await createMember(test.db, owner, ROLE.manager)
    await createMember(test.db, owner, ROLE.member)
    await inTrx((trx) => recordSeats(trx, owner.workspaceId))
    const peaks = await test.db
      .selectFrom('usage_peaks')
      .select(['kind', 'amount'])
      .where('workspace_id', '=', owner.workspaceId)
      .orderBy('kind')
      .execute()
    expect(peaks).toEqual([
      { kind: 'editor', amount: 2 },
      { kind: 'storage', amount: 0 },
      { kind: 'viewer', amount: 0 },
    ])
    expect((await countSeats(test.db, owner.workspaceId)).atCharge.editor).toBe(UNLIMITED)
  })
})
