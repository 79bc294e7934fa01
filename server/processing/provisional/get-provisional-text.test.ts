import { getProvisionalText, getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../../test/factories/items.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

async function startFile(language: 'ja' | 'en' | 'auto' = 'ja'): Promise<TestFile> {
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, status: 'processing', language })
  await test.db.insertInto('transcripts').values({ file_id: file.id, status: 'processing' }).execute()
  return file
}

const WORDS = 20

/** Marks a chunk as recognised, with WORDS words of half a second each. */
function recognise(file: TestFile, position: number, text = '予算', language = 'ja') {
  const words = Array.from({ length: WORDS }, (_, n) => ({
    text,
    start: n / 2,
    end: n / 2 + 0.5,
    confidence: 0.9,
  }))
  const row = { status: 'recognised', engine: 'x', language, words: jsonb(words), finished_at: new Date() } as const
  const times = { start_time: position * 30, end_time: position * 30 + 30 }
  return test.db
    .insertInto('speech_chunks')
    .values({ file_id: file.id, position, storage_key: 'x', ...times, ...row })
    .onConflict((conflict) => conflict.columns(['file_id', 'position']).doUpdateSet(row))
    .execute()
}

async function read(file: TestFile, after?: string) {
  const params = { fileId: file.id }
  const query = after === undefined ? {} : { after }
  const answer = await test.call(getProvisionalText, { params, query }, owner)
  expect(answer.status).toBe(200)
  return answer.body
}

function positions({ chunks }: Awaited<ReturnType<typeof read>>) {
  return chunks.map(({ position }) => position)
}

/** Polls a recording chunk by chunk as a page does, and returns what was sent. */
async function follow(chunks: number): Promise<{ bytes: number; texts: string[]; file: TestFile }> {
  const file = await startFile()
  const texts = new Map<number, string>()
  let bytes = 0
  let after: string | undefined
  for (let at = 0; at < chunks; at += 1) {
    // Every second pair of chunks finishes in reverse order.
    await recognise(file, at % 4 === 0 ? at + 1 : at % 4 === 1 ? at - 1 : at)
    const body = await read(file, after)
    bytes += JSON.stringify(body).length
    after = body.after
    for (const { position, blocks } of body.chunks) {
      expect(texts.has(position)).toBe(false)
      texts.set(position, blocks.map(({ content }) => content).join(''))
    }
  }
  return { bytes, file, texts: [...texts].toSorted(([a], [b]) => a - b).map(([, text]) => text) }
}

it('PROC-04 a page that follows a recording is sent each part once: twice the length is twice the bytes', async () => {
  const short = await follow(16)
  const long = await follow(32)
  expect(long.texts).toHaveLength(32)
  expect(long.bytes / short.bytes).toBeLessThan(2.2)
  const { transcript, blocks } = await test.succeed(getTranscript, { params: { fileId: long.file.id } }, owner)
  expect(long.texts.join('')).toBe(transcript.block_order.map((uuid) => blocks[uuid]?.content).join(''))
})

it('PROC-04 resets a reader whose text is of another run or another language', async () => {
  const file = await startFile('auto')
  await recognise(file, 0)
  const first = await read(file)
  expect([first.is_reset, positions(first)]).toEqual([true, [0]])
  await recognise(file, 1)
  const second = await read(file, first.after)
  expect([second.is_reset, positions(second)]).toEqual([false, [1]])
  // From here on most of the speech is English.
  for (const position of [2, 3, 4]) await recognise(file, position, 'budget', 'en')
  const third = await read(file, second.after)
  expect([third.is_reset, positions(third)]).toEqual([true, [0, 1, 2, 3, 4]])
  await test.db.updateTable('files').set({ run: 9 }).where('id', '=', file.id).execute()
  const fourth = await read(file, third.after)
  expect([fourth.is_reset, positions(fourth)]).toEqual([true, [0, 1, 2, 3, 4]])
  expect(positions(await read(file, fourth.after))).toEqual([])
  expect(positions(await read(file, 'whatever'))).toHaveLength(5)
})

it('sends no provisional text for a finished transcript, and answers 404 without a transcript', async () => {
  const file = await startFile()
  await recognise(file, 0)
  const { after } = await read(file)
  await test.db.updateTable('transcripts').set({ status: 'completed' }).where('file_id', '=', file.id).execute()
  const done = await read(file, after)
  expect([done.transcript.status, positions(done)]).toEqual(['completed', []])
  await test.db.deleteFrom('transcripts').where('file_id', '=', file.id).execute()
  const missing = await test.call(getProvisionalText, { params: { fileId: file.id } }, owner)
  expect(missing.error).toBe('E_NOT_FOUND')
})
