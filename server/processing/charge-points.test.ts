// Charges of recordings in a workspace that pays by points: a membership without a plan with ten minutes a month.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBalance } from '../billing/store/billing-ledger.ts'
import type { Trx } from '../platform/database/database.ts'
import { createContract, givePoints } from '../test/factories/contracts.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import type { TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { chargeUpTo, isAffordable, settleCharge } from './charge.ts'
import { failFile } from './fail-file.ts'
import { lockRun, type RunningFile } from './store/runs.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function member(points: number): Promise<TestOwner> {
  const owner = await createContract(test.db)
  await givePoints(test.db, owner, points)
  return owner
}

async function recording(owner: TestOwner, minutes: number): Promise<TestFile> {
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  return createFile(test.db, folder, { creator: owner, status: 'processing', duration: minutes * 60 })
}

function withFile<T>({ id }: TestFile, work: (trx: Trx, file: RunningFile) => Promise<T>): Promise<T> {
  return test.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, { file_id: id, run: 0 })
    if (!file) throw new Error('The run has ended')
    return work(trx, file)
  })
}

function charged(file: TestFile): Promise<boolean> {
  return withFile(file, (trx, row) => chargeUpTo(trx, row, 0))
}

function balance({ workspaceId }: TestOwner): Promise<number> {
  return findBalance(test.db, workspaceId)
}

it('BILL-42 BILL-49 a recording that limit and points cover whole uses points for what exceeds the limit', async () => {
  const owner = await member(150)
  expect(await charged(await recording(owner, 20))).toBe(true)
  expect(await balance(owner)).toBe(50)
})

it('BILL-44 a recording that they do not cover whole uses no minute and no point', async () => {
  const owner = await member(105)
  const file = await recording(owner, 21)
  expect(await withFile(file, isAffordable)).toBe(false)
  expect(await charged(file)).toBe(false)
  expect(await balance(owner)).toBe(105)
  expect(await charged(await recording(owner, 10))).toBe(true)
  expect(await balance(owner)).toBe(105)
})

it('a recording longer than its header states is charged completely, or its charge stays unchanged', async () => {
  const owner = await member(105)
  const file = await recording(owner, 15)
  expect(await charged(file)).toBe(true)
  expect(await balance(owner)).toBe(55)
  const measured = (minutes: number) =>
    test.db
      .updateTable('files')
      .set({ duration: minutes * 60 })
      .where('id', '=', file.id)
      .execute()
  await measured(21)
  expect(await withFile(file, settleCharge)).toBe(false)
  expect(await balance(owner)).toBe(55)
  await measured(20)
  expect(await withFile(file, settleCharge)).toBe(true)
  expect(await balance(owner)).toBe(5)
})

it('a recording that fails for a reason of ours gives its points back', async () => {
  const owner = await member(200)
  const file = await recording(owner, 20)
  expect(await charged(file)).toBe(true)
  await withFile(file, (trx, row) => failFile(trx, row, 'transcript-failed'))
  expect(await balance(owner)).toBe(200)
})
