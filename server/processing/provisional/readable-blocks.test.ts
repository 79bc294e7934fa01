import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../../test/factories/items.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readableBlocks } from './readable-blocks.ts'

let test: TestApp
let file: TestFile
beforeAll(async () => {
  test = await openTestApp()
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createFile(test.db, folder, { creator: owner, status: 'processing' })
})
afterAll(() => test.close())

async function recognise(position: number, text: string) {
  const words = jsonb([{ text, start: 0.5, end: 1, confidence: 0.9 }])
  const row = { status: 'recognised', engine: 'x', language: 'ja', words, finished_at: new Date() } as const
  await test.db
    .insertInto('speech_chunks')
    .values({ file_id: file.id, position, start_time: position * 30, end_time: 60, storage_key: 'x', ...row })
    .onConflict((conflict) => conflict.columns(['file_id', 'position']).doUpdateSet(row))
    .execute()
}

it('PROC-04 a chunk is computed once, and again only after it was recognised again', async () => {
  const read = () => readableBlocks(test.db, { id: file.id, language: 'auto', transcriptId: 1 })
  const readTexts = async () => (await read()).map(({ content, start_time: at }) => [content, at])
  await recognise(1, '次に')
  const [next] = await read()
  await recognise(0, '最初に')
  expect(await readTexts()).toEqual([
    ['最初に', 0.5],
    ['次に', 30.5],
  ])
  const [first, same] = await read()
  expect(same).toBe(next)
  await recognise(1, '次は')
  expect(await readTexts()).toEqual([
    ['最初に', 0.5],
    ['次は', 30.5],
  ])
  expect((await read())[0]).toBe(first)
})
