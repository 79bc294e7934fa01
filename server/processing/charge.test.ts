import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailedReason } from '@kaiwa/contract/files.ts'
import { recordUsage } from '../billing/record-usage.ts'
import type { Trx } from '../platform/database/database.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { chargeUpTo, settleCharge } from './charge.ts'
import { failFile } from './fail-file.ts'
import { resetChunks } from './store/speech-chunks.ts'
import { lockRun, type RunningFile } from './store/runs.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** A file of a trial workspace (60 minutes per month) whose header states this many seconds, charged for them. */
async function chargedFor(seconds: number): Promise<TestFile> {
  owner = await createOwner(test.db, { plan: 'trial' })
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, status: 'processing', duration: seconds })
  expect(await chargedTo(file, 0)).toBe(true)
  return file
}

function withFile({ id }: TestFile, work: (trx: Trx, file: RunningFile) => Promise<boolean>): Promise<boolean> {
  return test.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, { file_id: id, run: 0 })
    if (!file) throw new Error('The run has ended')
    return work(trx, file)
  })
}

/** Charges the file before the sound up to this second is recognised. */
function chargedTo(file: TestFile, end: number): Promise<boolean> {
  return withFile(file, (trx, row) => chargeUpTo(trx, row, end))
}

async function measured(file: TestFile, seconds: number): Promise<boolean> {
  await test.db.updateTable('files').set({ duration: seconds }).where('id', '=', file.id).execute()
  return withFile(file, settleCharge)
}

function fail(file: TestFile, reason: FailedReason): Promise<boolean> {
  return withFile(file, async (trx, row) => {
    await failFile(trx, row, reason)
    return true
  })
}

/** Inserts this many recognised chunks of 30 s and one that waits. */
async function recognise({ id }: TestFile, count: number): Promise<void> {
  for (let position = 0; position <= count; position += 1)
    await test.db
      .insertInto('speech_chunks')
      .values({
        file_id: id,
        position,
        start_time: position * 30,
        end_time: position * 30 + 30,
        storage_key: `speech/${position}`,
        status: position < count ? 'recognised' : 'waiting',
        seconds_spent: position < count ? 1 : null,
      })
      .execute()
}

async function ledger(): Promise<number[]> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('workspace_id', '=', owner.workspaceId)
    .where('kind', '=', 'minute')
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}

it('BILL-41 a failure after the charge was settled refunds the settled charge', async () => {
  const file = await chargedFor(115)
  await test.db.updateTable('files').set({ duration: 1500 }).where('id', '=', file.id).execute()
  await withFile(file, async (trx, row) => {
    expect(await settleCharge(trx, row)).toBe(true)
    await failFile(trx, row, 'transcript-failed')
    return true
  })
  expect(await ledger()).toEqual([2, -2, 25, -25])
})

describe('BILL-41 the charge follows the measured duration', () => {
  it.each([
    ['the length stated in the header', 119.9, [2]],
    ['padding below one second', 120.0008, [2]],
    ['a length in the header that is too short', 1500, [2, -2, 25]],
    ['a length in the header that is too long', 3, [2, -2, 1]],
  ])('%s', async (_, seconds, rows) => {
    const file = await chargedFor(115)
    expect(await measured(file, seconds)).toBe(true)
    expect(await measured(file, seconds)).toBe(true)
    expect(await ledger()).toEqual(rows)
  })

  it('the file is not charged at all if the month has too few minutes left', async () => {
    const file = await chargedFor(115)
    await test.db.transaction().execute((trx) =>
      recordUsage(trx, {
        workspaceId: owner.workspaceId,
        userId: owner.id,
        kind: 'minute',
        amount: 50,
        cause: 'others',
      }),
    )
    expect(await measured(file, 601)).toBe(false)
    await fail(file, 'not-enough-minute')
    expect(await ledger()).toEqual([2, 50, -2])
  })
})

/** Charges the file in January 2020, as its second charge. */
async function chargedLongAgo({ id }: TestFile, amount: number): Promise<void> {
  const cause = `file:${id}:charge:2`
  await test.db
    .insertInto('usage_ledger')
    .values({ workspace_id: owner.workspaceId, kind: 'minute', amount, month: '2020-01-01', cause })
    .execute()
  await test.db.updateTable('files').set({ charge_cause: cause, charge_count: 2 }).where('id', '=', id).execute()
}

it('a charge of an earlier month gives nothing back to the current month', async () => {
  const file = await chargedFor(1)
  await chargedLongAgo(file, 25)
  await test.db.transaction().execute((trx) =>
    recordUsage(trx, {
      workspaceId: owner.workspaceId,
      userId: owner.id,
      kind: 'minute',
      amount: 50,
      cause: 'later',
    }),
  )
  expect(await measured(file, 1201)).toBe(false)
  expect(await ledger()).toEqual([1, 25, 50])
})

describe('BILL-41 sound beyond the length that the header states is charged before it is recognised', () => {
  it('once for each further minute, and settled with the measured duration', async () => {
    const file = await chargedFor(1)
    for (const end of [30, 60, 90, 90, 60, 1500]) expect(await chargedTo(file, end)).toBe(true)
    expect(await ledger()).toEqual([1, -1, 2, -2, 25])
    expect(await measured(file, 1490)).toBe(true)
    expect(await ledger()).toEqual([1, -1, 2, -2, 25])
  })

  it('is not recognised if the month has too few minutes left; what is charged stays', async () => {
    const file = await chargedFor(1)
    expect(await chargedTo(file, 3600)).toBe(true)
    expect(await chargedTo(file, 3630)).toBe(false)
    expect(await ledger()).toEqual([1, -1, 60])
  })
})

describe('a failure', () => {
  it.each<[FailedReason, number[]]>([
    // The recording, or the minutes of its owner, end the run: 150 s were recognised and could be read.
    ['pre-processing-failed', [30, -30, 3]],
    ['max-file-size-exceeded', [30, -30, 3]],
    ['not-enough-minute', [30, -30, 3]],
    ['timeout', [30, -30]],
    ['transcript-failed', [30, -30]],
    ['quota-exceeded', [30, -30]],
    ['no-transcript', [30]],
  ])('%s with five of sixty chunks recognised leaves a ledger of %j', async (reason, rows) => {
    const file = await chargedFor(1800)
    await recognise(file, 5)
    await fail(file, reason)
    expect(await ledger()).toEqual(rows)
  })

  it('during a second recognition in another language keeps the charge of the first', async () => {
    const file = await chargedFor(1800)
    await recognise(file, 5)
    await withFile(file, async (trx, { id }) => {
      await resetChunks(trx, id, 'all')
      return true
    })
    await fail(file, 'pre-processing-failed')
    expect(await ledger()).toEqual([30, -30, 3])
  })

  it('in a later month than the charge lowers it in the month of the charge', async () => {
    const file = await chargedFor(1)
    await chargedLongAgo(file, 30)
    await recognise(file, 5)
    await fail(file, 'pre-processing-failed')
    const rows = await test.db
      .selectFrom('usage_ledger')
      .select('amount')
      .where('workspace_id', '=', owner.workspaceId)
      .where('month', '=', '2020-01-01')
      .orderBy('id')
      .execute()
    expect(rows.map(({ amount }) => amount)).toEqual([30, -30, 3])
    expect(await ledger()).toEqual([1, 30, -30, 3])
  })

  it('that is repeated charges nothing more, and a resume charges the rest', async () => {
    const file = await chargedFor(1800)
    await recognise(file, 5)
    await fail(file, 'pre-processing-failed')
    const startAgain = () =>
      test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', file.id).execute()
    await startAgain()
    await fail(file, 'pre-processing-failed')
    expect(await ledger()).toEqual([30, -30, 3])
    await startAgain()
    expect(await chargedTo(file, 180)).toBe(true)
    expect(await ledger()).toEqual([30, -30, 3, -3, 30])
  })
})
