import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import type { Trx } from '../platform/database/database.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { chargeOnce, settleCharge } from './charge.ts'
import { failFile } from './fail-file.ts'
import { lockRun, type RunningFile } from './store/runs.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** A file of a trial workspace (60 minutes per month) whose header states this many seconds, charged for them. */
const chargedFor = async (seconds: number): Promise<TestFile> => {
  owner = await createOwner(test.db, { plan: 'trial' })
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, status: 'processing', duration: seconds })
  expect(await withFile(file, chargeOnce)).toBe(true)
  return file
}

const withFile = ({ id }: TestFile, work: (trx: Trx, file: RunningFile) => Promise<boolean>): Promise<boolean> =>
  test.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, { file_id: id, run: 0 })
    if (!file) throw new Error('The run has ended')
    return work(trx, file)
  })

const measured = async (file: TestFile, seconds: number): Promise<boolean> => {
  await test.db.updateTable('files').set({ duration: seconds }).where('id', '=', file.id).execute()
  return withFile(file, settleCharge)
}

const ledger = async (): Promise<number[]> => {
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
    expect(await ledger()).toEqual([2, 50, -2])
  })
})
