import { redoFile, retryFile } from '@kaiwa/contract/files.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function canceled(): Promise<TestFile> {
  owner = await createOwner(test.db)
  const file = await createFile(test.db, await createFolder(test.db, rootOf(owner), { creator: owner }), {
    creator: owner,
  })
  await test.db.updateTable('files').set({ status: 'canceled' }).where('id', '=', file.id).execute()
  return file
}

it('runs that are not charged again are limited to 120 an hour per person', async () => {
  const params = { fileId: (await canceled()).id }
  const statuses = new Map<string, number>()
  for (let call = 0; call <= 120; call++)
    for (const { operation, ...answer } of [
      // Calls that are refused count, too.
      { operation: 'redo', ...(await test.call(redoFile, { params }, owner)) },
      { operation: 'retry', ...(await test.call(retryFile, { params, body: { language: 'xx' as 'ja' } }, owner)) },
    ]) {
      const key = `${operation} ${answer.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
    }
  expect(Object.fromEntries(statuses)).toEqual({ 'redo 409': 120, 'redo 429': 1, 'retry 422': 120, 'retry 429': 1 })
})
