// Joins that fail or are interrupted, and holds that are lost: real ffmpeg, the real database, no workers.
import { randomBytes } from 'node:crypto'
import { getFile } from '@kaiwa/contract/files.ts'
import { toneSamples } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
import { recordSegment } from '../../test/factories/browser-recordings.ts'
import { createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { preparePlayback } from '../steps/prepare-playback.ts'
import { findRecording } from '../store/recordings.ts'
import { lockRun } from '../store/runs.ts'
import { updateEstimate } from '../update-estimate.ts'
import { holdListening } from './hold-listening.ts'
import { readUnjoined } from './read-unjoined.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const SECONDS = 6
const signal = new AbortController().signal

interface Described {
  /** The stored original. */
  original: Buffer
  segments: number
  status: 'processing' | 'processed'
}

const audio = { index: 0, codec: 'opus', channels: 1, sampleRate: 48_000, duration: null, tag: null }
const probe = { container: 'matroska', duration: null, start: 0, skippedBytes: 0, video: null, audio, tracks: [audio] }

/** A recording that was read to its end and waits for its playback files. */
async function createRecording({ original, segments, status }: Described): Promise<TestFile> {
  const file = await createFile(test.db, folder, { creator: owner, status, is_playable: false, is_preparing: true })
  await test.app.storage.put(`media/${file.videoId}/original`, original)
  const bytes = Math.floor(original.length / segments)
  const parts = Array.from({ length: segments }, (_, n) => ({
    kind: 'matroska',
    probe,
    isBroken: false,
    from: n * bytes,
    to: (n + 1) * bytes,
    start: n * SECONDS,
    end: (n + 1) * SECONDS,
    removed: [],
  }))
  const listened = { segments: parts, decodedSeconds: segments * SECONDS, chunkCount: 1, separateChannels: false }
  await test.db
    .insertInto('recordings')
    .values({ file_id: file.id, listened: jsonb(listened) })
    .execute()
  return file
}

function read(file: TestFile) {
  return test.succeed(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
}

it.each([
  ['a single segment is played as it is', 1, true],
  ['several segments are not played', 2, false],
])('segments that cannot be joined have a note: %s', async (_case, segments, isPlayable) => {
  const file = await createRecording({ original: randomBytes(40_000), segments, status: 'processed' })
  const { app } = test
  const context = { app, log: app.log, signal, id: 'test', attempt: 0, isLastTry: async () => true }
  await preparePlayback.run({ file_id: file.id }, context)
  expect(await read(file)).toMatchObject({ is_playable: isPlayable, note: { key: 'not-joined' } })
  const row = await test.db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
  // The note of a transcript that is written later.
  expect(row).toMatchObject({ is_preparing: false, media_note: { key: 'not-joined' } })
})

it('a join that a killed worker began is completed before the segments are read again', async () => {
  const joined = await recordSegment(toneSamples([{ word: 'one', start: 1, seconds: 0.3 }], SECONDS))
  const file = await createRecording({ original: joined, segments: 2, status: 'processing' })
  await test.app.storage.put(`media/${file.videoId}/joined`, joined)
  const row = await test.db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
  expect(await readUnjoined(test.app, { file_id: file.id, run: row.run }, row, signal)).toBe(false)
  expect(await findRecording(test.db, file.id)).toMatchObject({ isJoined: true, isListening: false })
  const storage = await test.db
    .selectFrom('usage_ledger')
    .select(sql<number>`sum(amount)::float8`.as('bytes'))
    .where('file_id', '=', file.id)
    .where('kind', '=', 'storage')
    .executeTakeFirstOrThrow()
  expect(storage.bytes).toBe(joined.length)
})

it('a worker that lost its hold stops, and leaves the hold of the next one', async () => {
  const file = await createRecording({ original: randomBytes(10), segments: 1, status: 'processing' })
  const later = sql<Date>`now() + interval '1 minute'`
  const result = await holdListening(test.app, file.id, signal, async (held) => {
    await test.db.updateTable('recordings').set({ listening_until: later }).where('file_id', '=', file.id).execute()
    await new Promise((_, reject) => held.addEventListener('abort', () => reject(held.reason as Error)))
  })
  expect(result).toBe('held')
  expect(await findRecording(test.db, file.id)).toMatchObject({ isListening: true })
})

it('a hold whose end is hours away, because the clock was put back, does not keep other workers out', async () => {
  const file = await createRecording({ original: randomBytes(10), segments: 1, status: 'processing' })
  const later = sql<Date>`now() + interval '9 hours'`
  await test.db.updateTable('recordings').set({ listening_until: later }).where('file_id', '=', file.id).execute()
  expect(await findRecording(test.db, file.id)).toMatchObject({ isListening: false })
  expect(await holdListening(test.app, file.id, signal, async () => undefined)).toBe('done')
})

it('a worker keeps its hold while it works, and ends it', async () => {
  const file = await createRecording({ original: randomBytes(10), segments: 1, status: 'processing' })
  const heldUntil = async () =>
    (await test.db.selectFrom('recordings').selectAll().where('file_id', '=', file.id).executeTakeFirstOrThrow())
      .listening_until
  const result = await holdListening(test.app, file.id, signal, async () => {
    const first = await heldUntil()
    await expect.poll(heldUntil, { timeout: 20_000 }).not.toEqual(first)
    expect(await holdListening(test.app, file.id, signal, async () => undefined)).toBe('held')
  })
  expect(result).toBe('done')
  expect(await heldUntil()).toBeNull()
})

it('a file that is being recorded has no estimate of its end, and no progress', async () => {
  const file = await createFile(test.db, folder, { creator: owner, status: 'waiting', is_recording: true, duration: 0 })
  const shown = await test.db.transaction().execute(async (trx) => {
    const row = await lockRun(trx, { file_id: file.id, run: 0 })
    await updateEstimate(trx, row!)
    return row
  })
  expect(shown).toMatchObject({ status: 'waiting' })
  const { transcript_started_at, estimate_completed_at, progress_share, progress_at } = await read(file)
  expect({ transcript_started_at, estimate_completed_at, progress_share, progress_at }).toEqual({
    transcript_started_at: null,
    estimate_completed_at: null,
    progress_share: 0,
    progress_at: null,
  })
})
