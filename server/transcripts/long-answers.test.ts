// Answers for a recording of ten hours do not delay other requests.
import { transcriptResponse } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSnapshot } from '../platform/database/snapshot.ts'
import { createFile, createFolder, rootOf, type TestFile } from '../test/factories/items.ts'
import { createLongTranscript } from '../test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { measureLoopDelay } from '../test/loop-delay.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { blockBatches } from './store/blocks.ts'

/** Sent in one piece, the answer would block for several seconds. */
const MAX_DELAY_MS = 200
const BLOCKS = 24_000

let test: TestApp
let base: string
let owner: TestOwner
let file: TestFile
let transcriptId: number
beforeAll(async () => {
  test = await openTestApp()
  base = `${await test.listen()}/api`
  owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createFile(test.db, folder, { creator: owner })
  transcriptId = await createLongTranscript(test.db, file, BLOCKS)
})
afterAll(() => test.close())

/** Downloads the whole answer and measures the event loop delay. Parses the answer after the measurement. */
async function download(path: string) {
  const { result, longestMs } = await measureLoopDelay(async () => {
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${owner.token}` } })
    const parts: Uint8Array[] = []
    for await (const part of answer.body!) parts.push(part)
    return { status: answer.status, encoding: answer.headers.get('content-encoding'), parts }
  })
  return { ...result, longestMs, text: Buffer.concat(result.parts).toString() }
}

it('sends a transcript of ten hours completely, in order and compressed, without blocking the event loop', async () => {
  const { status, encoding, text, longestMs } = await download(`/files/${file.id}/transcript`)
  expect([status, encoding]).toEqual([200, expect.stringMatching(/^(br|gzip)$/)])
  const body = transcriptResponse.parse(JSON.parse(text))
  expect(Object.keys(body)).toEqual(['transcript', 'blocks', 'url', 'lock'])
  const { block_order: order } = body.transcript
  const stored = await test.db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .execute()
  expect(order).toEqual(stored.map(({ uuid }) => uuid))
  expect(Object.keys(body.blocks)).toEqual(order)
  expect(body.blocks[order.at(-1)!]).toMatchObject({
    start_time: (BLOCKS - 1) * 1.5,
    terms: [{ text: '本日' }, {}, {}, {}, {}, {}],
  })
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})

it.each([
  ['the original', () => `/transcripts/${transcriptId}/history/0`],
  ['subtitles', () => `/files/${file.id}/export?format=srt`],
  ['the beginning of an export', () => `/files/${file.id}/export/preview?format=vtt`],
])('%s of ten hours does not block the event loop', async (_, path) => {
  const { status, longestMs } = await download(path())
  expect(status).toBe(200)
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})

it('pages of one snapshot show the transcript as it was at the first page', async () => {
  const { trx, close } = await openSnapshot(test.app, { accountId: 1, workspaceId: 1 })
  const pages = blockBatches(trx, transcriptId)
  const first = await pages.next()
  const removed = await test.db
    .deleteFrom('blocks')
    .where('transcript_id', '=', transcriptId)
    .where('position', '>', '23000')
    .executeTakeFirst()
  expect(removed.numDeletedRows).toBe(999n)
  let count = first.done ? 0 : first.value.length
  for await (const page of pages) count += page.length
  await close()
  expect(count).toBe(BLOCKS)
})

it('slow readers of one workspace do not use up the snapshots of others, and each account is limited', async () => {
  const flooding = new AbortController()
  const flood = Array.from({ length: 12 }, () =>
    openSnapshot(test.app, { accountId: 1, workspaceId: 1 }, flooding.signal).catch(() => null),
  )
  await expect(openSnapshot(test.app, { accountId: 1, workspaceId: 1 })).rejects.toMatchObject({
    code: 'E_TOO_MANY_REQUESTS',
  })
  const other = await openSnapshot(test.app, { accountId: 2, workspaceId: 2 })
  await other.close()
  flooding.abort()
  for (const snapshot of await Promise.all(flood)) await snapshot?.close()
})
