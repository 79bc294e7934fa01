// Descriptions that a browser sends with its recording.
import { randomBytes } from 'node:crypto'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { cancelUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRecording } from '../processing/store/recordings.ts'
import { atOnce } from '../test/at-once.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { requestLiveUpload, requestTestUpload, type TestUpload, tus } from '../test/tus.ts'
import { lockTree } from '../tree/store/items.ts'
import { lockUnfinishedUpload } from './store/uploads.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8', KAIWA_MAX_FILE_MB: '100' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const bytes = randomBytes(2_000)

async function recording(as: TestUser = owner): Promise<TestUpload> {
  const upload = await requestLiveUpload(test, folder, as)
  await tus.defer(upload)
  return upload
}

function segments(...offsets: number[]) {
  return offsets.map((offset) => ({ offset, seconds: offset / 1_000, started_at: '2026-01-01T00:00:00Z' }))
}

type Body = Parameters<typeof save>[1]

function save(
  { id }: TestUpload,
  body: {
    segments?: unknown
    markers?: unknown
    interruptions?: unknown
    language?: unknown
    num_speaker?: unknown
  } = {},
  as: TestUser = owner,
) {
  const complete = { segments: segments(0), ...body } as never
  return test.call(saveRecording, { params: { uploadId: id }, body: complete }, as)
}

function fileOf({ video_id }: TestUpload) {
  return test.db.selectFrom('files').selectAll().where('video_id', '=', video_id).executeTakeFirstOrThrow()
}

async function stored(upload: TestUpload) {
  return findRecording(test.db, (await fileOf(upload)).id)
}

async function waitingJobs(): Promise<number> {
  const { rows } = await sql`select from pgboss.job where name = 'processing.listen'`.execute(test.db)
  return rows.length
}

describe('saveRecording', () => {
  it('stores what the browser knows, and the same again changes nothing', async () => {
    const upload = await recording()
    const body = {
      segments: segments(0, 1_000),
      markers: [{ seconds: 12.5, note: '価格の話' }],
      interruptions: [{ seconds: 30, missing: 3_600, reason: 'sleep' }],
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await save(upload, body)).toMatchObject({ status: 200, body: { success: true } })
      expect(await stored(upload)).toMatchObject(body)
    }
  })

  it('starts the reading of the recording once', async () => {
    const upload = await recording()
    const before = await waitingJobs()
    await save(upload)
    await save(upload, { segments: segments(0, 1_000) })
    expect(await waitingJobs()).toBe(before + 1)
  })

  it('adds segments; stored ones stay as they are, and new ones are not before the received bytes', async () => {
    const upload = await recording()
    await save(upload)
    await tus.patch(upload, 0, bytes)
    const refused = (index: number) => ({ status: 422, errors: { [`segments.${index}.offset`]: ['format'] } })
    expect(await save(upload, { segments: segments(0, bytes.length - 1) })).toMatchObject(refused(1))
    expect((await save(upload, { segments: segments(0, bytes.length) })).status).toBe(200)
    expect((await tus.patch(upload, bytes.length, bytes)).status).toBe(204)
    expect((await save(upload, { segments: segments(0, bytes.length) })).status).toBe(200)
    expect(await save(upload, { segments: segments(0, bytes.length + 1) })).toMatchObject(refused(1))
    expect(await save(upload, { segments: segments(0, 9_000, 9_000) })).toMatchObject(refused(1))
    expect((await save(upload, { segments: segments(0) })).status).toBe(200)
    expect((await stored(upload))?.segments.map(({ offset }) => offset)).toEqual([0, bytes.length])
  })

  it('may come after the first bytes, as after a kill between the two calls', async () => {
    const upload = await recording()
    await tus.patch(upload, 0, bytes)
    expect((await save(upload)).status).toBe(200)
    expect((await stored(upload))?.segments).toEqual(segments(0))
  })

  it('changes language and number of speakers, also back to automatic, and leaves them out', async () => {
    const upload = await recording()
    const given = await fileOf(upload)
    await save(upload, { language: 'en', num_speaker: 3 })
    expect(await fileOf(upload)).toMatchObject({ language: 'en', num_speaker: 3 })
    await save(upload)
    expect(await fileOf(upload)).toMatchObject({ language: 'en', num_speaker: 3 })
    await save(upload, { language: given.language, num_speaker: 0 })
    expect(await fileOf(upload)).toMatchObject({ language: given.language, num_speaker: null })
  })

  it('changes the language as often as other changes of a language are allowed, 30 times an hour', async () => {
    const person = await createMember(test.db, owner, ROLE.manager)
    const upload = await recording(person)
    const languages = ['en', 'ja'] as const
    const statuses: number[] = []
    for (let call = 0; call <= 30; call += 1)
      statuses.push((await save(upload, { language: languages[call % 2] }, person)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect((await save(upload, { language: 'ja' }, person)).status).toBe(200)
    expect((await fileOf(upload)).language).toBe('ja')
  })

  it.each<[string, Body]>([
    ['no segment', { segments: [] }],
    ['a first segment that is not at the beginning', { segments: segments(1) }],
    ['a negative offset', { segments: segments(-1) }],
    ['an offset that is not whole', { segments: segments(0.5) }],
    ['an offset beyond the largest file', { segments: segments(0, 100 * 1_048_576 + 1) }],
    ['an offset that no number holds', { segments: segments(0, 2 ** 60) }],
    ['a time that is none', { segments: [{ offset: 0, started_at: 'yesterday' }] }],
    ['too many segments', { segments: segments(...Array.from({ length: LIMITS.recordingSegments + 1 }, (_, n) => n)) }],
    [
      'too many markers',
      { markers: Array.from({ length: LIMITS.recordingMarkers + 1 }, () => ({ seconds: 1, note: '' })) },
    ],
    ['a long note', { markers: [{ seconds: 1, note: 'あ'.repeat(LIMITS.recordingNoteLength + 1) }] }],
    ['a note with NUL', { markers: [{ seconds: 1, note: 'a\u0000b' }] }],
    ['a time before the beginning', { markers: [{ seconds: -1, note: '' }] }],
    ['an unknown reason', { interruptions: [{ seconds: 1, missing: 1, reason: 'lunch' }] }],
    ['an unknown language', { language: 'xx' }],
    ['six speakers', { num_speaker: 6 }],
  ])('refuses %s and stores nothing', async (_case, body) => {
    const upload = await recording()
    expect(await save(upload, body)).toMatchObject({ status: 422, error: 'E_UNPROCESSABLE_ENTITY' })
    expect(await stored(upload)).toBeUndefined()
  })

  it('stores the largest description', async () => {
    const upload = await recording()
    const body = {
      segments: segments(...Array.from({ length: LIMITS.recordingSegments }, (_, n) => n)),
      markers: Array.from({ length: LIMITS.recordingMarkers }, (_, n) => ({
        seconds: n,
        note: '😀'.repeat(LIMITS.recordingNoteLength / 2),
      })),
      interruptions: Array.from({ length: LIMITS.recordingInterruptions }, (_, n) => ({
        seconds: n,
        missing: 1,
        reason: 'device',
      })),
    }
    expect((await save(upload, body)).status).toBe(200)
    expect(await stored(upload)).toMatchObject(body)
  })

  it('is refused for another upload, a complete one, and one that was cancelled', async () => {
    const other = await requestTestUpload(test, folder, owner, bytes.length)
    expect(await save(other)).toMatchObject({ status: 409, error: 'E_CONFLICT' })
    const upload = await recording()
    await save(upload)
    await tus.patch(upload, 0, bytes, { 'Upload-Length': String(bytes.length) })
    expect(await save(upload)).toMatchObject({ status: 409, error: 'E_CONFLICT' })
    expect((await fileOf(upload)).is_recording).toBe(false)
    const canceled = await recording()
    await test.succeed(cancelUpload, { params: { uploadId: canceled.id } }, owner)
    expect((await save(canceled)).status).toBe(404)
  })

  it('is for those who may edit the file', async () => {
    const upload = await recording()
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, viewer, ROLE.viewer)
    expect(await save(upload, {}, viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    expect(await save(upload, {}, await createOwner(test.db))).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
    expect(await stored(upload)).toBeUndefined()
    const editor = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, folder, editor, ROLE.editor)
    expect((await save(upload, {}, editor)).status).toBe(200)
  })

  it('stores nothing when the caller is removed while the call waits', async () => {
    const member = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, folder, member, ROLE.editor)
    const upload = await recording(member)
    const remove = async () => {
      await test.db.deleteFrom('workspace_members').where('user_id', '=', member.id).execute()
      return { status: 200 }
    }
    const { answers, waited } = await atOnce<{ status: number }>(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      () => save(upload, {}, member),
      remove,
    ])
    expect([answers.map(({ status }) => status), waited]).toEqual([[404, 200], 1])
    expect(await stored(upload)).toBeUndefined()
  })

  it.each([
    ['first', segments(0, 3_000), segments(0, 4_000), 3_000],
    ['second', segments(0, 4_000), segments(0, 3_000), 4_000],
  ])(
    'of two calls with different segments, the %s is stored and the other one refused',
    async (_case, one, two, offset) => {
      const upload = await recording()
      await save(upload)
      const { answers, waited } = await atOnce<{ status: number }>(
        test.db,
        (trx) => lockUnfinishedUpload(trx, upload.id),
        [() => save(upload, { segments: one }), () => save(upload, { segments: two })],
      )
      expect([answers.map(({ status }) => status), waited]).toEqual([[200, 422], 2])
      expect((await stored(upload))?.segments).toEqual(segments(0, offset))
    },
  )

  it('keeps the longer description of two calls in either order', async () => {
    const [less, more] = [
      { segments: segments(0), markers: [{ seconds: 1, note: 'A' }] },
      {
        segments: segments(0, 500),
        markers: [
          { seconds: 1, note: 'A' },
          { seconds: 2, note: 'B' },
        ],
      },
    ]
    for (const bodies of [
      [less, more],
      [more, less],
    ] as const) {
      const upload = await recording()
      const calls = bodies.map((body) => () => save(upload, body))
      const { answers } = await atOnce(test.db, (trx) => lockUnfinishedUpload(trx, upload.id), calls)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await stored(upload)).toMatchObject(more)
    }
  })

  it.each(['before', 'after'] as const)('that waits for the last byte is stored %s it or refused', async (order) => {
    const upload = await recording()
    await save(upload)
    const end = () => tus.patch(upload, 0, bytes, { 'Upload-Length': String(bytes.length) })
    const tell = () => save(upload, { markers: [{ seconds: 1, note: 'A' }] })
    const calls: (() => Promise<{ status: number }>)[] = order === 'before' ? [tell, end] : [end, tell]
    const { answers } = await atOnce(test.db, (trx) => lockTree(trx, owner.workspaceId), calls)
    const described = answers[order === 'before' ? 0 : 1]
    expect(answers[order === 'before' ? 1 : 0]?.status).toBe(204)
    const isStored = (await stored(upload))?.markers.length === 1
    expect([200, 409]).toContain(described?.status)
    expect(isStored).toBe(described?.status === 200)
    expect((await fileOf(upload)).is_recording).toBe(false)
  })
})
