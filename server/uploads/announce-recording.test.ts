// Announcing a recording, and its upload while it stays open: names, rights, storage, expiry, its folder.
import { randomBytes, randomUUID } from 'node:crypto'
import { deleteFile, getFile } from '@kaiwa/contract/files.ts'
import { changeWorkspaceRole } from '@kaiwa/contract/members.ts'
import { BYTES_PER_MB, LIMITS, PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { searchEverywhere } from '@kaiwa/contract/search-everywhere.ts'
import { updateMemberRole } from '@kaiwa/contract/sharing.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import { cancelUpload, completeUpload, renewUpload, requestUpload } from '@kaiwa/contract/uploads.ts'
import { deleteItem, getProject, listFiles, moveItems } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../platform/jobs/job.ts'
import { atOnce } from '../test/at-once.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { entryOf, requestLiveUpload, type TestUpload, tus, tusHeaders } from '../test/tus.ts'
import { removeExpired } from '../trash/jobs/remove-expired.ts'
import { lockTree } from '../tree/store/items.ts'
import { sweepUploads } from './jobs/sweep-uploads.ts'
import { openStaging } from './open-staging.ts'

const MB = BYTES_PER_MB
const GB = 1024 * MB

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
beforeEach(async () => {
  owner = await createOwner(test.db, { plan: 'trial' })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const bytes = randomBytes(300_000)
const end = { 'Upload-Length': String(bytes.length) }

function announce(entry: { name?: string; recording?: boolean; duration?: number }, as: TestUser = owner) {
  const recorded = { recording: true, size: undefined, duration: 0, name: '録音.webm' }
  const file = entry.recording === false ? entryOf(MB, entry) : entryOf(0, { ...recorded, ...entry })
  return test.call(requestUpload, { params: { id: folder.projectId }, body: { files: [file] } }, as)
}

async function recording(as: TestUser = owner): Promise<TestUpload> {
  const upload = await requestLiveUpload(test, folder, as)
  await tus.defer(upload)
  return upload
}

function save({ id }: TestUpload, as: TestUser = owner) {
  const body = { segments: [{ offset: 0, started_at: '2026-01-01T00:00:00Z' }] }
  return test.call(saveRecording, { params: { uploadId: id }, body }, as)
}

function renew({ id }: TestUpload, as: TestUser = owner) {
  return test.call(renewUpload, { params: { uploadId: id } }, as)
}

function cancel({ id }: TestUpload) {
  return test.call(cancelUpload, { params: { uploadId: id } }, owner)
}

function fileOf({ video_id }: TestUpload) {
  return test.db.selectFrom('files').selectAll().where('video_id', '=', video_id).executeTakeFirst()
}

async function knownFile(upload: TestUpload) {
  const file = await fileOf(upload)
  if (!file) throw new Error('no file')
  return file
}

async function original({ video_id }: TestUpload): Promise<Buffer> {
  return test.read(await test.app.storage.get(`media/${video_id}/original`))
}

async function run(job: Job<Record<string, never>>) {
  const signal = new AbortController().signal
  const context = { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false }
  await job.run({}, context)
}

function passHours({ id }: TestUpload, column: 'expires_at' | 'reserved_until') {
  return sql`update uploads set ${sql.ref(column)} = now() - interval '1 second' where id = ${id}`.execute(test.db)
}

async function editorOf(role: Parameters<typeof createMember>[2]): Promise<TestUser> {
  const person = await createMember(test.db, owner, role)
  await assign(test.db, folder, person, ROLE.editor)
  return person
}

describe('names of recordings', () => {
  it.each([
    ['webm', false],
    ['weba', true],
    ['mp4', false],
    ['m4a', true],
    ['ogg', true],
    ['WebM', false],
  ])('%s is accepted', async (extension, isAudio) => {
    const { status, body } = await announce({ name: `録音.${extension}` })
    expect([status, Object.values(body.uploads).map(({ is_audio, name }) => [is_audio, name])]).toEqual([
      201,
      [[isAudio, '録音']],
    ])
  })

  it.each(['mkv', 'mov', 'mp3', 'flac', 'wav', 'exe', 'webm.exe', 'opus'])('%s is refused', async (extension) => {
    expect(await announce({ name: `録音.${extension}` })).toMatchObject({
      status: 422,
      errors: { 'files.0.name': ['format'] },
    })
  })

  it.each(['webm', 'weba', 'ogg'])('UP-01 %s stays refused for other uploads', async (extension) => {
    expect(await announce({ name: `商談.${extension}`, recording: false })).toMatchObject({
      status: 422,
      errors: { 'files.0.name': ['format'] },
    })
  })

  it('a longer duration than a file may have is refused', async () => {
    expect((await announce({ duration: 12 * 60 })).status).toBe(201)
    expect(await announce({ duration: 12 * 60 + 1 })).toMatchObject({
      status: 422,
      error: 'PROJECT_MAX_MINUTES_EXCEEDED',
    })
  })
})

describe('a recording announced again, because the answer was lost', () => {
  const uuid = randomUUID()
  const announced = async (as: TestUser = owner, given: Partial<{ uuid: string; folder: TestFolder }> = {}) => {
    const file = entryOf(0, { uuid, recording: true, size: undefined, duration: 0, name: '録音.webm', ...given })
    const params = { id: (given.folder ?? folder).projectId }
    const ticket = await test.succeed(requestUpload, { params, body: { files: [file] } }, as)
    const [credentials] = Object.values(ticket.uploads)
    return {
      ...credentials,
      endpoint: `${await test.listen()}/api/tus`,
      headers: tusHeaders(ticket, file.uuid),
      size: 0,
    } as TestUpload
  }
  const rows = () => test.succeed(listFiles, { params: { id: folder.projectId }, query: {} }, owner)

  it('gets its upload, also by two calls at the same moment', async () => {
    const one = await announced()
    await passHours(one, 'reserved_until')
    const { answers } = await atOnce(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      () => announced(),
      () => announced(),
    ])
    expect(answers.map(({ id, video_id }) => [id, video_id])).toEqual([
      [one.id, one.video_id],
      [one.id, one.video_id],
    ])
    expect((await rows()).data).toHaveLength(1)
    await tus.defer(answers[1] as TestUpload)
    expect((await tus.patch(answers[1] as TestUpload, 0, bytes, end)).status).toBe(204)
    // It is complete.
    expect((await announced()).id).not.toBe(one.id)
  })

  it('gets its upload also after bytes have arrived, and continues at their end', async () => {
    const one = await announced()
    await tus.defer(one)
    await tus.patch(one, 0, bytes.subarray(0, 100))
    const again = await announced()
    expect(again.id).toBe(one.id)
    await tus.defer(again)
    expect((await tus.head(again)).headers.get('upload-offset')).toBe('100')
    expect((await tus.patch(again, 100, bytes.subarray(100), end)).status).toBe(204)
    expect((await original(again)).equals(bytes)).toBe(true)
    expect((await rows()).data).toHaveLength(1)
  })

  it('gets another upload for another person or uuid, and after it has expired', async () => {
    const member = await editorOf(ROLE.member)
    const one = await announced()
    const ids = [one.id, (await announced(member)).id, (await announced(owner, { uuid: randomUUID() })).id]
    await passHours(one, 'expires_at')
    ids.push((await announced()).id)
    expect(new Set(ids).size).toBe(4)
  })

  it('into another folder takes the place of its upload without a byte, and not of one with bytes', async () => {
    const other = await createFolder(test.db, rootOf(owner), { creator: owner })
    const one = await announced()
    const two = await announced(owner, { folder: other })
    expect(two.id).not.toBe(one.id)
    expect(await fileOf(one)).toBeUndefined()
    expect((await rows()).data).toEqual([])
    await tus.defer(two)
    await tus.patch(two, 0, bytes.subarray(0, 1))
    await announced()
    expect(await fileOf(two)).toBeDefined()
  })

  it('is refused without rights', async () => {
    const member = await editorOf(ROLE.member)
    await announced(member)
    await sql`update workspace_members set role_id = ${ROLE.guest} where user_id = ${member.id}`.execute(test.db)
    await expect(announced(member)).rejects.toThrow('403')
  })

  it('takes the place of no other announcement in the same call', async () => {
    const one = await announced()
    const files = [
      entryOf(0, { uuid, recording: true, size: undefined, duration: 0, name: '録音.webm' }),
      entryOf(MB, { name: '商談.mp3' }),
    ]
    const ticket = await test.succeed(requestUpload, { params: { id: folder.projectId }, body: { files } }, owner)
    expect(Object.keys(ticket.uploads)).toHaveLength(2)
    expect(ticket.uploads[uuid]?.id).toBe(one.id)
    expect((await rows()).data).toHaveLength(2)
  })
})

describe('PERM-13 recording is for owner, managers and members', () => {
  const canRecord = async (as: TestUser, { projectId: id } = folder) =>
    (await test.succeed(getProject, { params: { id } }, as)).can.record

  it.each([
    ['owner', null],
    ['manager', ROLE.manager],
    ['member', ROLE.member],
  ])('%s', async (_name, role) => {
    const person = role === null ? owner : await editorOf(role)
    expect(await canRecord(person)).toBe(true)
    expect((await announce({}, person)).status).toBe(201)
  })

  it('a guest may upload with an editing role, but not record', async () => {
    const guest = await editorOf(ROLE.guest)
    expect(await canRecord(guest)).toBe(false)
    expect(await announce({}, guest)).toMatchObject({ status: 403, error: 'E_FORBIDDEN', body: { reason: 'role' } })
    const both = [entryOf(MB), entryOf(0, { recording: true, size: undefined, name: 'a.webm' })]
    const mixed = { params: { id: folder.projectId }, body: { files: both } }
    expect((await test.call(requestUpload, mixed, guest)).status).toBe(403)
    expect((await announce({ recording: false }, guest)).status).toBe(201)
  })

  it('not into a folder into which they may not upload', async () => {
    const viewer = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, folder, viewer, ROLE.viewer)
    expect(await canRecord(viewer)).toBe(false)
    expect(await announce({}, viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    const root = await test.db
      .selectFrom('items')
      .innerJoin('projects', 'projects.item_id', 'items.id')
      .select('projects.id')
      .where('items.id', '=', owner.rootItemId)
      .executeTakeFirstOrThrow()
    expect(await canRecord(owner, { ...folder, projectId: root.id })).toBe(false)
  })

  it('a member who becomes a guest while recording can send the rest', async () => {
    const member = await editorOf(ROLE.member)
    const upload = await recording(member)
    await tus.patch(upload, 0, bytes.subarray(0, 1_000))
    await sql`update workspace_members set role_id = ${ROLE.guest} where user_id = ${member.id}`.execute(test.db)
    expect((await announce({}, member)).status).toBe(403)
    expect((await save(upload, member)).status).toBe(200)
    expect((await tus.patch(upload, 1_000, bytes.subarray(1_000), end)).status).toBe(204)
  })
})

describe('BILL-40 without storage, recording is possible and uploading is not', () => {
  const fill = (left: number) =>
    createFile(test.db, folder, { creator: owner, original_size: PLAN_LIMITS.trial.storage * GB - left })
  const free = async (file: { id: number }) => {
    const params = { projectId: folder.projectId, id: file.id }
    await test.succeed(deleteFile, { params }, owner)
    await test.succeed(emptyTrash, {}, owner)
    await run(removeExpired)
  }

  it('the announcement is refused, the right to record stays, and an announcement after storage was freed is not', async () => {
    const large = await fill(99 * MB)
    const { can } = await test.succeed(getProject, { params: { id: folder.projectId } }, owner)
    expect(can.record).toBe(true)
    expect(await announce({})).toMatchObject({ status: 422, error: 'PROJECT_MAX_STORAGE_EXCEEDED' })
    await free(large)
    expect(await announce({})).toMatchObject({ status: 201 })
  })

  it('bytes are refused, received bytes are kept, and the same upload continues after storage was freed', async () => {
    const upload = await recording()
    expect((await save(upload)).status).toBe(200)
    await tus.patch(upload, 0, bytes.subarray(0, 100_000))
    await passHours(upload, 'reserved_until')
    const large = await fill(MB)
    for (const attempt of [bytes.subarray(100_000), bytes.subarray(100_000, 100_001)]) {
      const refused = await tus.patch(upload, 100_000, attempt)
      expect(refused).toMatchObject({ status: 422, text: '{"error":"PROJECT_MAX_STORAGE_EXCEEDED"}' })
    }
    expect((await renew(upload)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    // Describing the recording needs no storage.
    expect((await save(upload)).status).toBe(200)
    expect((await tus.head(upload)).offset).toBe(100_000)
    expect(await fileOf(upload)).toMatchObject({ status: 'waiting', is_recording: true })
    await free(large)
    expect((await tus.patch(upload, 100_000, bytes.subarray(100_000))).status).toBe(204)
    expect((await tus.patch(upload, bytes.length, Buffer.alloc(0), end)).status).toBe(204)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('ends with what has arrived, without storage for more', async () => {
    const upload = await recording()
    await tus.patch(upload, 0, bytes.subarray(0, 100_000))
    await passHours(upload, 'reserved_until')
    await fill(100_000)
    expect((await tus.patch(upload, 100_000, bytes.subarray(100_000))).status).toBe(422)
    const last = await tus.patch(upload, 100_000, Buffer.alloc(0), { 'Upload-Length': '100000' })
    expect(last.status).toBe(204)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded', is_recording: false, original_size: 100_000 })
  })
})

describe('without minutes', () => {
  it('a recording is announced, sent and completed', async () => {
    const minutes = PLAN_LIMITS.trial.minute
    await sql`
      insert into usage_ledger (workspace_id, user_id, kind, amount, cause)
      values (${owner.workspaceId}, ${owner.id}, 'minute', ${minutes}, 'test:all')`.execute(test.db)
    const upload = await recording()
    expect((await save(upload)).status).toBe(200)
    expect((await tus.patch(upload, 0, bytes, end)).status).toBe(204)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded' })
  })
})

describe('a recording in lists', () => {
  it('is marked until its upload is complete', async () => {
    const upload = await recording()
    const { id, title } = await knownFile(upload)
    const marks = async () => {
      const params = { id: folder.projectId }
      const [inFile, inFolder, inSearch, everywhere] = [
        await test.succeed(getFile, { params: { projectId: folder.projectId, id } }, owner),
        await test.succeed(listFiles, { params, query: {} }, owner),
        await test.succeed(listFiles, { params, query: { query: title } }, owner),
        await test.succeed(searchEverywhere, { query: { query: title } }, owner),
      ]
      const rows = [...inFolder.data, ...inSearch.data].map((row) => !row.is_project && row.is_recording)
      return [inFile.is_recording, ...rows, ...everywhere.files.map(({ is_recording }) => is_recording)]
    }
    expect(await marks()).toEqual([true, true, true, true])
    await tus.patch(upload, 0, bytes)
    expect(await marks()).toEqual([true, true, true, true])
    await tus.patch(upload, bytes.length, Buffer.alloc(0), end)
    expect(await marks()).toEqual([false, false, false, false])
  })
})

describe('a recording without a byte', () => {
  it.each([
    ['a PATCH', (upload: TestUpload) => tus.patch(upload, 0, Buffer.alloc(0), { 'Upload-Length': '0' })],
    ['a POST', (upload: TestUpload) => tus.create(upload, { 'Upload-Length': '0' })],
  ])('is not completed by %s, and can be cancelled', async (_case, finish) => {
    const upload = await recording()
    expect(await finish(upload)).toMatchObject({ status: 400, text: expect.stringContaining('without a byte') })
    expect((await test.call(completeUpload, { params: { uploadId: upload.id } }, owner)).status).toBe(409)
    expect(await fileOf(upload)).toMatchObject({ status: 'waiting', is_recording: true })
    expect((await cancel(upload)).status).toBe(200)
    expect(await fileOf(upload)).toBeUndefined()
  })
})

describe('the time of an open recording', () => {
  const hoursLeft = async ({ id }: TestUpload) => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - now())::float8 / 3600 as hours from uploads where id = ${id}`.execute(
      test.db,
    )
    return Math.round(rows[0]?.hours ?? 0)
  }

  it('is renewed while it grows, also during a request, and both signatures are valid', async () => {
    const upload = await recording()
    await tus.patch(upload, 0, bytes.subarray(0, 1_000))
    await sql`update uploads set expires_at = now() + interval '2 hours' where id = ${upload.id}`.execute(test.db)
    const ticket = await renew(upload)
    expect([ticket.status, await hoursLeft(upload)]).toEqual([200, LIMITS.uploadExpiryHours])
    expect((await tus.patch(upload, 1_000, bytes.subarray(1_000, 2_000))).status).toBe(204)
    const [credentials] = Object.values(ticket.body.uploads)
    const headers = {
      ...upload.headers,
      AuthorizationSignature: credentials?.tus_signature ?? '',
      AuthorizationExpire: String(credentials?.expired_at),
    }
    expect((await tus.patch({ ...upload, headers }, 2_000, bytes.subarray(2_000), end)).status).toBe(204)
    expect((await original(upload)).equals(bytes)).toBe(true)
  })

  it('ends it as failed, and what it says can no longer be stored', async () => {
    const upload = await recording()
    await save(upload)
    await tus.patch(upload, 0, bytes)
    await passHours(upload, 'expires_at')
    expect((await tus.patch(upload, bytes.length, bytes)).status).toBe(401)
    await run(sweepUploads)
    expect(await fileOf(upload)).toMatchObject({
      status: 'failed',
      failed_reason: 'file-not-found',
      is_recording: false,
    })
    expect([(await save(upload)).status, (await renew(upload)).status]).toEqual([404, 404])
    expect(await openStaging(test.app).list()).not.toContain(upload.id)
  })
})

describe('the folder of a recording', () => {
  it('can be changed: the recording continues in the other folder', async () => {
    const upload = await recording()
    await tus.patch(upload, 0, bytes.subarray(0, 1_000))
    const other = await createFolder(test.db, rootOf(owner), { creator: owner })
    const { item_id } = await knownFile(upload)
    const params = { id: folder.itemId, destinationId: other.itemId }
    await test.succeed(moveItems, { params, body: { target_item_ids: [item_id] } }, owner)
    expect((await save(upload)).status).toBe(200)
    expect((await tus.patch(upload, 1_000, bytes.subarray(1_000), end)).status).toBe(204)
    expect(await fileOf(upload)).toMatchObject({ status: 'uploaded', project_id: other.projectId })
  })

  it('ends the recording when it is moved to the trash, like other unfinished uploads', async () => {
    const upload = await recording()
    await save(upload)
    await tus.patch(upload, 0, bytes.subarray(0, 1_000))
    await test.succeed(deleteItem, { params: { id: folder.itemId } }, owner)
    expect(await fileOf(upload)).toBeUndefined()
    expect((await tus.patch(upload, 1_000, bytes)).status).toBe(401)
    expect([(await save(upload)).status, (await renew(upload)).status]).toEqual([404, 404])
    await run(sweepUploads)
    expect(await openStaging(test.app).list()).not.toContain(upload.id)
  })

  it('refuses the bytes of a person who may no longer edit it; another editor can continue or cancel', async () => {
    const member = await editorOf(ROLE.member)
    const upload = await recording(member)
    await tus.patch(upload, 0, bytes.subarray(0, 1_000))
    // A member stays editor of what they created, a guest does not.
    await test.succeed(changeWorkspaceRole, { body: { user_id: member.id, role: ROLE.guest } }, owner)
    const body = { user_id: member.id, role_id: ROLE.viewer }
    await test.succeed(updateMemberRole, { params: { itemId: folder.itemId }, body }, owner)
    expect((await tus.patch(upload, 1_000, bytes.subarray(1_000))).status).toBe(403)
    expect([(await save(upload, member)).status, (await renew(upload, member)).status]).toEqual([403, 403])
    expect(await fileOf(upload)).toMatchObject({ status: 'waiting', is_recording: true })
    expect((await tus.head(upload)).status).toBe(403)
    expect((await renew(upload)).status).toBe(200)
    // The signature of the person before is invalid now.
    await test.succeed(
      updateMemberRole,
      { params: { itemId: folder.itemId }, body: { ...body, role_id: ROLE.editor } },
      owner,
    )
    expect((await tus.patch(upload, 1_000, bytes.subarray(1_000))).status).toBe(401)
    expect((await cancel(upload)).status).toBe(200)
  })
})
