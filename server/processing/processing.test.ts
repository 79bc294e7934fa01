// Processes recordings from the last uploaded byte to the transcript: real ffmpeg, a real engine (its language is
// tones), the real database. `settle` runs the jobs in this process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelFile, getFile, redoFile, retryFile } from '@kaiwa/contract/files.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { getTranscript, reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import {
  announceRecording,
  makeToneEngine,
  makeToneRecording,
  media,
  uploadRecording,
} from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let removeModels: () => Promise<void>

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-processing-'))
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})

afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

async function read(file: TestFile) {
  return (await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)).body
}

async function transcriptOf(file: TestFile) {
  return (await test.call(getTranscript, { params: { fileId: file.id } }, owner)).body
}

async function textOf(file: TestFile) {
  const { transcript, blocks } = await transcriptOf(file)
  return transcript.block_order.map((uuid) => blocks[uuid]?.content).join(' ')
}

async function minutesUsed() {
  return (
    await test.db
      .selectFrom('usage_ledger')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('sum'))
      .where('workspace_id', '=', owner.workspaceId)
      .where('kind', '=', 'minute')
      .executeTakeFirstOrThrow()
  ).sum
}

function upload(path: string, language: 'auto' | 'ja' | 'en' = 'ja') {
  return uploadRecording(test, folder, path, { creator: owner, language })
}

function talk(name: string, seconds: number) {
  return makeToneRecording(work, name, toneTalk(seconds), seconds)
}

describe('a recording becomes a transcript', () => {
  let file: TestFile
  beforeAll(async () => {
    file = await upload(await talk('talk.wav', 70))
  })

  it('PROC-02 has the status uploaded after its last byte', async () => {
    expect(await read(file)).toMatchObject({ status: 'uploaded', upload: null })
  })

  it('PROC-01 is transcribed with speakers and analysed', async () => {
    const before = await minutesUsed()
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', failed_reason: null, is_playable: true })
    const { transcript, blocks } = await transcriptOf(file)
    const first = blocks[transcript.block_order[0] ?? '']
    expect(transcript.status).toBe('completed')
    expect(first).toMatchObject({ start_time: expect.closeTo(0.2, 0), speaker: { name: '話者1', is_manual: false } })
    expect(await textOf(file)).toMatch(/^one eight five two/)
    expect((await minutesUsed()) - before).toBe(2)
  })

  it('PROC-10 shows its start, its estimated completion and its length', async () => {
    const { transcript_started_at, estimate_completed_at, duration } = await read(file)
    expect(Date.parse(transcript_started_at ?? '')).toBeLessThan(Date.parse(estimate_completed_at ?? ''))
    expect(duration).toBeCloseTo(70, 1)
  })

  it('EDIT-64 has a term with its time for every word', async () => {
    const { transcript, blocks } = await transcriptOf(file)
    const ordered = transcript.block_order.flatMap((uuid) => (blocks[uuid] ? [blocks[uuid]] : []))
    const expected = toneTalk(70)
    const terms = ordered.flatMap((block) => block.terms)
    expect(terms).toHaveLength(expected.length)
    for (const [index, { start }] of expected.entries()) expect(terms[index]?.start_time).toBeCloseTo(start, 0)
    for (const block of ordered)
      for (const term of block.terms) expect(block.content.slice(term.offset).startsWith(term.text)).toBe(true)
  })

  it('PROC-36 is analysed again without a change of its text', async () => {
    const before = await transcriptOf(file)
    await test.db.updateTable('blocks').set({ terms: '[]' }).execute()
    await test.call(reanalyzeTranscript, { params: { id: before.transcript.id } }, owner)
    await test.settle()
    const after = await transcriptOf(file)
    expect(after.transcript.revision).toBe(before.transcript.revision + 1)
    expect(Object.keys(after.blocks)).toEqual(Object.keys(before.blocks))
  })
})

it('PROC-04 the transcript is created, waiting, processing and completed, or canceled or failed, like its file', async () => {
  const path = await talk('states.wav', 20)
  const announced = await announceRecording(test, folder, path, { creator: owner, language: 'ja' })
  const { file } = announced
  const statuses = async (one: TestFile) => {
    const listed = await test.succeed(listFiles, { params: { id: one.projectId }, query: {} }, owner)
    const row = listed.data.find((other) => !other.is_project && other.id === one.id)
    const { status, transcript } = await read(one)
    expect(row).toMatchObject({ status, transcript: { status: transcript.status } })
    return [status, transcript.status]
  }
  expect(await statuses(file)).toEqual(['waiting', 'created'])
  await announced.finish()
  expect(await statuses(file)).toEqual(['uploaded', 'waiting'])
  await test.settle({ leaving: ['transcription.recognise'] })
  expect(await statuses(file)).toEqual(['processing', 'processing'])
  expect((await transcriptOf(file)).transcript.status).toBe('processing')
  await test.settle()
  expect(await statuses(file)).toEqual(['processed', 'completed'])
  expect((await transcriptOf(file)).transcript.status).toBe('completed')

  const [early, late] = [await upload(path), await upload(path)]
  await test.succeed(cancelFile, { params: { fileId: early.id } }, owner)
  expect(await statuses(early)).toEqual(['canceled', 'canceled'])
  await test.settle({ leaving: ['transcription.recognise'] })
  await test.succeed(cancelFile, { params: { fileId: late.id } }, owner)
  expect(await statuses(late)).toEqual(['canceled', 'canceled'])
  const silent = await upload(await makeToneRecording(work, 'nothing.wav', [], 5))
  await test.settle()
  expect(await statuses(silent)).toEqual(['failed', 'failed'])
})

describe('a recording that cannot become a transcript', () => {
  it('PROC-17 PROC-22 ends as transcript-failed with a note if no engine knows the language, and is not charged', async () => {
    const without = await openTestApp({ env: { KAIWA_MODELS: join(work, 'no-models'), KAIWA_MODEL_DOWNLOAD: 'off' } })
    try {
      const person = await createOwner(without.db)
      const place = await createFolder(without.db, rootOf(person), { creator: person })
      const path = await talk('japanese.wav', 20)
      const file = await uploadRecording(without, place, path, { creator: person, language: 'ja' })
      await without.settle()
      const { body } = await without.call(getFile, { params: { projectId: file.projectId, id: file.id } }, person)
      expect(body).toMatchObject({
        status: 'failed',
        failed_reason: 'transcript-failed',
        note: { key: 'no-engine', values: { language: 'ja' } },
        is_playable: true,
        can: { retry: true },
      })
      const charges = await without.db.selectFrom('usage_ledger').where('kind', '=', 'minute').selectAll().execute()
      expect(charges).toEqual([])
    } finally {
      await without.close()
    }
  })

  it('PROC-28 ends as no-transcript if there is only silence, is not recognised, but can be played', async () => {
    const file = await upload(await makeToneRecording(work, 'silence.wav', [], 30))
    await test.settle()
    const shown = await read(file)
    expect(shown).toMatchObject({
      status: 'failed',
      failed_reason: 'no-transcript',
      thumbnail_kind: 'muted_sound',
      duration: 30,
      is_playable: true,
    })
    const stored = await test.app.storage.list(`media/${file.videoId}/`)
    const names = ['media.ts', 'original', 'playlist.m3u8', 'waveform.json']
    expect(stored).toEqual(names.map((name) => `media/${file.videoId}/${name}`))
    const heads = await Promise.all(stored.map((key) => test.app.storage.head(key)))
    const ledger = test.db.selectFrom('usage_ledger').select('amount').where('file_id', '=', file.id)
    expect(await ledger.where('cause', '=', `file:${file.id}:derived`).execute()).toEqual([
      { amount: heads.reduce((sum, head, index) => sum + (index === 1 ? 0 : (head?.size ?? 0)), 0) },
    ])
    expect(await ledger.where('kind', '=', 'minute').execute()).toEqual([])
    // The playback files are made after the final state: the event is published, but not as a change by a person.
    const published = test.db
      .selectFrom('events')
      .select('type')
      .where(sql`data ->> 'project_file_id'`, '=', `${file.id}`)
    const types = (await published.orderBy('id').execute()).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['process.failed', 'file.updated'])
  })
})

describe('cancel, retry, redo', () => {
  it('PROC-33 cancel stops the analysis; PROC-16 PROC-34 a resume continues and charges nothing more', async () => {
    const file = await upload(await talk('canceled.wav', 65))
    const before = await minutesUsed()
    const canceled = await test.call(cancelFile, { params: { fileId: file.id } }, owner)
    expect(canceled.body).toMatchObject({ status: 'canceled', can: { cancel: false, retry: true } })
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'canceled' })
    // Nothing was recognised yet, so nothing was charged.
    expect(await minutesUsed()).toBe(before)
    const retried = await test.call(retryFile, { params: { fileId: file.id } }, owner)
    expect(retried.body.status).toBe('processing')
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed' })
    expect((await minutesUsed()) - before).toBe(2)
    expect(await textOf(file)).toMatch(/^one eight five two/)
  })

  it('PROC-35 a retry starts with an estimate 30 minutes ahead', async () => {
    const file = await upload(await talk('estimate.wav', 10))
    await test.call(cancelFile, { params: { fileId: file.id } }, owner)
    const { body } = await test.call(retryFile, { params: { fileId: file.id } }, owner)
    const ahead = Date.parse(body.estimate_completed_at ?? '') - Date.parse(body.transcript_started_at ?? '')
    expect(ahead).toBe(1800_000)
    await test.settle()
  })

  it('PROC-31 redo cancels and starts again', async () => {
    const file = await upload(await talk('redo.wav', 10))
    const { body, status } = await test.call(redoFile, { params: { fileId: file.id } }, owner)
    expect([status, body.status]).toEqual([200, 'processing'])
    await test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed' })
  })

  it('refuses to cancel a processed file with 409', async () => {
    const file = await upload(await talk('done.wav', 10))
    await test.settle()
    expect(await test.call(cancelFile, { params: { fileId: file.id } }, owner)).toMatchObject({
      status: 409,
      error: 'E_CONFLICT',
    })
  })
})

describe('minutes', () => {
  it('PROC-20 BILL-41 too few minutes: the media is prepared and the file fails with not-enough-minute', async () => {
    const poor = await createOwner(test.db, { plan: 'trial' })
    const place = await createFolder(test.db, rootOf(poor), { creator: poor })
    const use = (amount: number, cause: string) =>
      test.db
        .transaction()
        .execute((trx) =>
          recordUsage(trx, { workspaceId: poor.workspaceId, userId: poor.id, kind: 'minute', amount, cause }),
        )
    await use(60, 'another recording')
    const file = await uploadRecording(test, place, await talk('poor.wav', 10), { creator: poor, language: 'ja' })
    await test.settle()
    const { body } = await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, poor)
    expect(body).toMatchObject({ status: 'failed', failed_reason: 'not-enough-minute', is_playable: true })
    expect(await test.call(retryFile, { params: { fileId: file.id } }, poor)).toMatchObject({
      status: 422,
      error: 'PROJECT_MAX_MINUTES_EXCEEDED',
    })
    await use(-60, 'another recording, given back')
    await test.call(retryFile, { params: { fileId: file.id } }, poor)
    await test.settle()
    expect((await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, poor)).body.status).toBe(
      'processed',
    )
  })
})

describe('the video of a call', () => {
  it('PLAY-20 PLAY-22 has a playlist, a poster and 6 × 6 sprites, served with the grant of its reader', async () => {
    const file = await upload(media('ja-sales-call.mp4'), 'ja')
    await test.settle()
    const { url, video_id, thumbnail, thumbnail_count, has_waveform } = await read(file)
    expect(has_waveform).toBe(true)
    expect(thumbnail_count).toBe(242)
    const fetchPart = (name: string, headers = {}) =>
      test.http.inject({ url: new URL(`${url}/${video_id}/${name}`).pathname, headers })
    expect((await fetchPart('playlist.m3u8')).body).toContain('#EXTM3U')
    expect((await fetchPart('seek/6.jpg')).headers['content-type']).toBe('image/jpeg')
    expect((await fetchPart('seek/7.jpg')).statusCode).toBe(404)
    expect((await fetchPart('waveform.json')).statusCode).toBe(200)
    expect((await fetchPart('media.ts', { range: 'bytes=0-187' })).statusCode).toBe(206)
    expect((await fetchPart('../../etc/passwd')).statusCode).toBe(404)
    expect(thumbnail).toContain(`/${video_id}/thumbnail.jpg`)
  })
})
