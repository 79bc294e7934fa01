// Runs every file of the bad-input corpus through the normal processing path: real jobs, real ffmpeg, the real
// database. The speech engine is the HTTP stand-in, which returns the same words for any audible sound, so that a
// failure can only come from our own code.
import { open, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { getFile, type ProjectFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { sniff, SNIFF_BYTES } from '@kaiwa/media-tools/sniff.ts'
import { type OpenaiStandIn, startOpenaiStandIn } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { media, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { type CorpusCase, makeCorpus } from './corpus/make-corpus.ts'
import { recipes } from './corpus/recipes.ts'

let standIn: OpenaiStandIn
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let cases: CorpusCase[]
let neighbour: { owner: TestOwner; file: TestFile; before: string }

/** All database rows and stored objects of another tenant. */
async function dataOf(person: TestOwner, file: TestFile): Promise<string> {
  const rows = await Promise.all(
    [
      sql`select * from files where workspace_id = ${person.workspaceId} order by id`,
      sql`select * from usage_ledger where workspace_id = ${person.workspaceId} order by id`,
      sql`select * from speech_chunks where file_id = ${file.id} order by id`,
      sql`select blocks.* from blocks join transcripts on transcripts.id = transcript_id where file_id = ${file.id} order by id`,
    ].map(async (query) => (await query.execute(test.db)).rows),
  )
  const keys = [
    ...(await test.app.storage.list(`media/${file.videoId}/`)),
    ...(await test.app.storage.list(`speech/${file.videoId}/`)),
  ]
  const heads = await Promise.all(keys.map((key) => test.app.storage.head(key)))
  return JSON.stringify({ rows, keys, heads })
}

beforeAll(async () => {
  standIn = await startOpenaiStandIn({
    id: 'unused',
    languages: 'any',
    detectsLanguage: true,
    recognise: async () => ({ language: 'en', words: [] }),
    close: async () => {},
  })
  standIn.script({
    text: 'ask not',
    language: 'english',
    words: [
      { word: 'ask', start: 0.3, end: 0.6 },
      { word: 'not', start: 0.6, end: 1 },
    ],
  })
  cases = await makeCorpus()
  test = await openTestApp({ env: { KAIWA_SPEECH_URL: standIn.url, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const other = await createOwner(test.db)
  const place = await createFolder(test.db, rootOf(other), { creator: other })
  const file = await uploadRecording(test, place, media('en-jfk.wav'), { creator: other, language: 'en' })
  await test.settle()
  neighbour = { owner: other, file, before: await dataOf(other, file) }
}, 300_000)

afterAll(async () => {
  expect(await dataOf(neighbour.owner, neighbour.file), 'rows and objects of the other tenant').toBe(neighbour.before)
  await test.close()
  await standIn.close()
})

/** Uploads a corpus file past the upload checks and processes it until its final state. */
async function processed(name: string): Promise<{ case: CorpusCase; file: TestFile; shown: ProjectFile }> {
  const found = cases.find((one) => one.name === name)
  if (!found) throw new Error(name)
  const uploadName = name.endsWith('.png') ? `${name}.mp4` : name
  const file = await uploadRecording(test, folder, found.path, { creator: owner, language: 'en', name: uploadName })
  // For files with hours of silence, the playback job runs after the final state that is tested here; do not wait for
  // it.
  await test.settle(found.long ? { leaving: ['media.playback'] } : {})
  const [one, list, transcript] = await Promise.all([
    test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner),
    test.call(listFiles, { params: { id: file.projectId }, query: {} }, owner),
    test.call(getTranscript, { params: { fileId: file.id } }, owner),
  ])
  expect([one.status, list.status, transcript.status]).toEqual([200, 200, 200])
  return { case: found, file, shown: one.body }
}

async function minutesOf(file: TestFile): Promise<number> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('cause', 'like', `file:${file.id}:charge:%`)
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** The note that docs/bad-input.md lists for the case; null where label and text of the reason say everything. */
function noteOf(name: string, { failed_reason }: CorpusCase['expected']): string | null {
  if (failed_reason !== 'pre-processing-failed') return null
  return /^(zero-bytes|one-byte|text|picture|playlist|concat-script|huge-cover)\./.test(name)
    ? 'not-media'
    : 'broken-media'
}

function named(long: boolean) {
  return recipes
    .filter((recipe) => (recipe.long ?? false) === long)
    .map(({ name, extension }) => `${name}.${extension}`)
}

describe('the bad-input corpus', () => {
  it.each(recipes.map(({ name, extension }) => `${name}.${extension}`))(
    'R7 the type of %s is detected from its first bytes',
    async (name) => {
      const { path, expected } = cases.find((one) => one.name === name)!
      await using file = await open(path)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
      expect(sniff(buffer.subarray(0, bytesRead)) !== null).toBe(!expected.refusedAtUpload)
    },
  )

  it('stores its silent recordings in a few megabytes', async () => {
    for (const { path, long } of cases) if (long) expect((await stat(path)).size).toBeLessThan(8_000_000)
  })
})

describe('R7 bad input reaches its final state, with the real jobs', () => {
  // The timeout is the longest time that a case may take.
  it.each(named(false))('R7 %s', { timeout: 30_000 }, async (name) => {
    const { case: wanted, file, shown } = await processed(name)
    const { status, failed_reason = null } = wanted.expected
    // Whether the speakers of a short recording are an estimate is not about its input.
    const key = shown.note?.key ?? null
    expect({ ...shown, note: key === 'speakers-uncertain' ? null : key }).toMatchObject({
      status,
      failed_reason,
      note: noteOf(name, wanted.expected),
    })
    expect(shown.transcript.status).toBe(status === 'processed' ? 'completed' : 'failed')
    expect(shown.is_playable).toBe(status === 'processed' || name.startsWith('truncated-after'))
    if (name.startsWith('pictures')) expect([shown.is_audio, shown.thumbnail_count]).toEqual([true, 0])
    expect(await minutesOf(file), 'minutes that remain charged').toBe(status === 'processed' ? 1 : 0)
  })

  it.each(named(true))('R7 PROC-10 %s, with accurate progress', { timeout: 300_000 }, async (name) => {
    const before = process.memoryUsage().rss
    let most = before
    const estimatesById = new Map<number, Estimate>()
    const watch = new AbortController()
    const watching = (async () => {
      while (!watch.signal.aborted) {
        most = Math.max(most, process.memoryUsage().rss)
        const estimate = await lastEstimate(name)
        if (estimate) estimatesById.set(estimate.id, estimate)
        await delay(200)
      }
    })()
    const { case: wanted, file, shown } = await processed(name).finally(() => watch.abort())
    await watching
    expect(most - before, 'memory used by this process').toBeLessThan(100_000_000)
    expect(shown).toMatchObject({ status: 'failed', failed_reason: wanted.expected.failed_reason, is_playable: true })
    expect(await minutesOf(file)).toBe(0)

    const estimates = [...estimatesById.values()]
    const seconds = (Date.parse(shown.last_updated_at) - (estimates[0]?.started ?? 0)) / 1000
    expect(estimates.length).toBeGreaterThanOrEqual(Math.floor(seconds / 8))
    for (const { at, started, estimated, read } of estimates) {
      const shownThen = (at - started) / (estimated - started)
      // For runs longer than 20 s, the second half of the progress bar must match the share that has been read, also on
      // a busy machine.
      if (seconds > 20 && read > 0.5) expect(Math.abs(shownThen - read)).toBeLessThan(0.2)
    }
  })
})

/**
 * The last progress event of a recording: its time in milliseconds and the share of the recording (0 to 1) read at that
 * time.
 */
interface Estimate {
  id: number
  at: number
  started: number
  estimated: number
  read: number
}

async function lastEstimate(name: string): Promise<Estimate | null> {
  const { rows } = await sql<{ id: number; at: Date; started: string; estimated: string; read: number }>`
    select events.id, events.created_at as at, media_read / duration as read,
      data ->> 'transcript_started_at' as started, data ->> 'estimate_completed_at' as estimated
    from events join files on files.id = (data ->> 'project_file_id')::integer
    where type = 'estimation.updated' and file_name = ${name} and duration > 0 order by events.id desc limit 1
  `.execute(test.db)
  const [row] = rows
  if (!row) return null
  return { ...row, at: row.at.getTime(), started: Date.parse(row.started), estimated: Date.parse(row.estimated) }
}
