import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logout } from '@kaiwa/contract/accounts.ts'
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { deleteFile, getFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { updateMemberRole } from '@kaiwa/contract/sharing.ts'
import { cancelUpload, completeUpload, renewUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { atOnce } from '../test/at-once.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  openPatch,
  requestLiveUpload,
  requestTestUpload,
  statusOf,
  type TestUpload,
  tus,
  tusHeaders,
} from '../test/tus.ts'
import { lockTree } from '../tree/store/items.ts'
import { finishUpload } from './complete-upload.ts'
import { sweepUploads } from './jobs/sweep-uploads.ts'
import { openStaging } from './open-staging.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

const bytes = randomBytes(50_000)

async function created(as: TestUser = owner): Promise<TestUpload> {
  const upload = await requestTestUpload(test, folder, as, bytes.length)
  expect((await tus.create(upload)).status).toBe(201)
  return upload
}

/** All bytes are stored and acknowledged, but the upload is not completed, as after a crash. */
async function almostComplete(): Promise<TestUpload> {
  const upload = await created()
  await tus.patch(upload, 0, bytes.subarray(0, 10))
  await writeFile(join(test.dataFolder, 'uploads', String(upload.id)), bytes)
  await test.db.updateTable('uploads').set({ received: bytes.length }).where('id', '=', upload.id).execute()
  return upload
}

function put({ id }: TestUpload, as: TestUser = owner) {
  return test.call(completeUpload, { params: { uploadId: id } }, as)
}

function cancel({ id }: TestUpload, as: TestUser = owner) {
  return test.call(cancelUpload, { params: { uploadId: id } }, as)
}

function renew({ id }: TestUpload, as: TestUser = owner) {
  return test.call(renewUpload, { params: { uploadId: id } }, as)
}

function fileOf({ video_id }: TestUpload) {
  return test.db.selectFrom('files').selectAll().where('video_id', '=', video_id).executeTakeFirst()
}

async function editor(): Promise<TestUser> {
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, folder, guest, ROLE.editor)
  return guest
}

async function remove({ id }: TestUser): Promise<void> {
  const member = await test.db
    .selectFrom('workspace_members')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  await test.succeed(removeWorkspaceMember, { body: { member_id: member.id } }, owner)
}

/** The upload with the headers of a new ticket. */
async function renewedBy(upload: TestUpload, as: TestUser): Promise<TestUpload> {
  const ticket = await test.succeed(renewUpload, { params: { uploadId: upload.id } }, as)
  return { ...upload, headers: tusHeaders(ticket, Object.keys(ticket.uploads)[0] ?? '') }
}

function staged() {
  return openStaging(test.app).list()
}

async function sweep(): Promise<void> {
  const signal = new AbortController().signal
  await sweepUploads.run(
    {},
    { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false },
  )
}

/** Jobs and ledger rows that an upload has created. */
async function effects(upload: TestUpload) {
  const file = await fileOf(upload)
  const id = file?.id ?? 0
  const jobs = await sql<{ data: object }>`
    select data from pgboss.job where name = 'media.prepare' and data->>'file_id' = ${String(id)}
  `.execute(test.db)
  const ledger = await test.db.selectFrom('usage_ledger').select(['kind', 'amount']).where('file_id', '=', id).execute()
  return { status: file?.status, jobs: jobs.rows.map(({ data }) => data), ledger }
}

async function once(upload: TestUpload) {
  const file = await fileOf(upload)
  return {
    status: 'uploaded',
    jobs: [{ file_id: file?.id, run: 1, workspace_id: file?.workspace_id, user_id: file?.created_by }],
    ledger: [{ kind: 'storage', amount: bytes.length }],
  }
}

describe('PUT uploads/{id}', () => {
  it('UP-08 answers 409 while bytes are missing', async () => {
    const upload = await created()
    expect(await put(upload)).toMatchObject({ status: 409, error: 'E_CONFLICT' })
    await tus.patch(upload, 0, bytes.subarray(0, -1))
    expect(await put(upload)).toMatchObject({ status: 409, error: 'E_CONFLICT' })
    expect(await effects(upload)).toEqual({ status: 'waiting', jobs: [], ledger: [] })
  })

  it('UP-08 returns the file, also when called again', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes)
    const { status, body } = await put(upload)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'uploaded', upload: null, video_id: upload.video_id })
    expect((await put(upload)).body).toEqual(body)
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('UP-08 completes an upload whose last PATCH could not', async () => {
    const upload = await almostComplete()
    expect((await put(upload)).status).toBe(200)
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('requires the role of editor', async () => {
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, viewer, ROLE.viewer)
    const stranger = await createOwner(test.db)
    const upload = await almostComplete()
    for (const operate of [put, cancel, renew]) {
      expect(await operate(upload, viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
      expect(await operate(upload, stranger)).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
      expect((await operate({ ...upload, id: 999_999_999 })).status).toBe(404)
    }
    expect((await effects(upload)).status).toBe('waiting')
  })
})

describe('completing an upload', () => {
  it('starts processing once for many concurrent calls', async () => {
    const upload = await almostComplete()
    const staging = openStaging(test.app)
    await Promise.all([
      ...Array.from({ length: 4 }, () => finishUpload(test.app, staging, upload.id)),
      ...Array.from({ length: 4 }, () => put(upload)),
      sweep(),
    ])
    expect(await effects(upload)).toEqual(await once(upload))
    const original = await test.read(await test.app.storage.get(`media/${upload.video_id}/original`))
    expect(original.equals(bytes)).toBe(true)
    expect(await staged()).not.toContain(upload.id)
  })

  it('is done by the sweep when no request does it', async () => {
    const upload = await almostComplete()
    await sweep()
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('is repeated by the sweep after a crash between moving the bytes and the commit', async () => {
    const upload = await almostComplete()
    await openStaging(test.app).finish(upload.id, bytes.length, `media/${upload.video_id}/original`)
    await sweep()
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('does nothing when the upload is cancelled before its bytes are moved', async () => {
    const upload = await almostComplete()
    const staging = openStaging(test.app)
    const finish: typeof staging.finish = async (...order) => {
      expect((await cancel(upload)).status).toBe(200)
      await staging.finish(...order)
    }
    await expect(finishUpload(test.app, { ...staging, finish }, upload.id)).rejects.toMatchObject({
      code: 'E_NOT_FOUND',
    })
    expect(await effects(upload)).toEqual({ status: undefined, jobs: [], ledger: [] })
    expect(await test.app.storage.list(`media/${upload.video_id}/`)).toEqual([])
  })

  it('concurrent with a cancel, one of both takes effect completely', async () => {
    for (let round = 0; round < 10; round += 1) {
      const upload = await created()
      await tus.patch(upload, 0, bytes.subarray(0, 10))
      const [last, cancelled] = await Promise.all([tus.patch(upload, 10, bytes.subarray(10)), cancel(upload)])
      if (cancelled.status === 200) {
        expect([401, 404, 410]).toContain(last.status)
        expect(await effects(upload)).toEqual({ status: undefined, jobs: [], ledger: [] })
        expect(await test.app.storage.list(`media/${upload.video_id}/`)).toEqual([])
      } else {
        expect([last.status, cancelled.status]).toEqual([204, 409])
        expect(await effects(upload)).toEqual(await once(upload))
      }
      expect(await staged()).not.toContain(upload.id)
    }
  })

  it('concurrent with a deletion of the file, processes nothing and leaves no bytes', async () => {
    const raced: { upload: TestUpload; id: number }[] = []
    for (let round = 0; round < 10; round += 1) {
      const upload = await almostComplete()
      const id = Number((await fileOf(upload))?.id)
      const [, deleted] = await Promise.all([
        put(upload),
        test.call(deleteFile, { params: { projectId: folder.projectId, id } }, owner),
      ])
      expect(deleted.status).toBe(200)
      // Never processed: a completed upload is in the trash as canceled, an unfinished one is deleted.
      expect([undefined, 'canceled']).toContain((await fileOf(upload))?.status)
      raced.push({ upload, id })
    }
    await test.succeed(emptyTrash, {}, owner)
    await test.settle({ failures: 'expected' })
    for (const { upload, id } of raced) {
      expect(await fileOf(upload)).toBeUndefined()
      expect(await test.app.storage.list(`media/${upload.video_id}/`)).toEqual([])
      const { total } = await test.db
        .selectFrom('usage_ledger')
        .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('total'))
        .where('file_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(total).toBe(0)
    }
  })
})

describe('the last byte', () => {
  it.each([
    ['is removed', (guest: TestUser) => remove(guest), 404],
    [
      'becomes a viewer of the folder',
      async (guest: TestUser) => {
        const body = { user_id: guest.id, role_id: ROLE.viewer }
        await test.succeed(updateMemberRole, { params: { itemId: folder.itemId }, body }, owner)
      },
      403,
    ],
  ])('completes nothing when its sender %s while it is on its way', async (_case, end, status) => {
    const guest = await editor()
    const upload = await created(guest)
    const last = await openPatch(upload, 0, bytes.length)
    last.write(bytes.subarray(0, -1))
    const answer = statusOf(last)
    const { waited } = await atOnce<unknown>(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      () => end(guest),
      async () => {
        last.write(bytes.subarray(-1))
        await answer
      },
    ])
    expect([await answer, waited]).toEqual([status, 2])
    last.destroy()
    await sweep()
    expect(await effects(upload)).toEqual({ status: 'waiting', jobs: [], ledger: [] })
    // An editor of the folder can continue it.
    const renewed = await renewedBy(upload, owner)
    const { offset } = await tus.head(renewed)
    expect((await tus.patch(renewed, offset ?? 0, bytes.subarray(offset ?? 0))).status).toBe(204)
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('completes nothing when the session of its sender ends while it waits for the tree', async () => {
    const guest = await editor()
    const upload = await created(guest)
    const last = await openPatch(upload, 0, bytes.length)
    const answer = statusOf(last)
    const { waited } = await atOnce<unknown>(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      async () => {
        last.write(bytes)
        await answer
      },
      () => test.succeed(logout, {}, guest),
    ])
    expect([await answer, waited]).toEqual([401, 1])
    last.destroy()
    expect(await effects(upload)).toEqual({ status: 'waiting', jobs: [], ledger: [] })
  })

  it('declared as the length of a live recording completes nothing after its sender was removed', async () => {
    const member = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, folder, member, ROLE.editor)
    const upload = await requestLiveUpload(test, folder, member)
    await tus.defer(upload)
    await tus.patch(upload, 0, bytes)
    const { answers } = await atOnce<{ status: number }>(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      () => remove(member).then(() => ({ status: 200 })),
      () => tus.patch(upload, bytes.length, new Uint8Array(), { 'Upload-Length': String(bytes.length) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
    await sweep()
    expect(await effects(upload)).toEqual({ status: 'waiting', jobs: [], ledger: [] })
  })
})

describe('cancelling an upload', () => {
  it('deletes the file and its bytes', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    expect(await staged()).toContain(upload.id)
    expect(await cancel(upload)).toMatchObject({ status: 200, body: { success: true } })
    expect(await fileOf(upload)).toBeUndefined()
    expect(await staged()).not.toContain(upload.id)
    expect((await cancel(upload)).status).toBe(404)
    expect((await put(upload)).status).toBe(404)
  })

  it.each([
    ['a cancel', (upload: TestUpload, guest: TestUser) => cancel(upload, guest)],
    ['a DELETE', (upload: TestUpload) => tus.terminate(upload)],
  ])('%s deletes nothing when the caller is removed while it waits', async (_case, giveUp) => {
    const guest = await editor()
    const upload = await renewedBy(await created(), guest)
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    const { answers, waited } = await atOnce<{ status: number }>(test.db, (trx) => lockTree(trx, owner.workspaceId), [
      () => remove(guest).then(() => ({ status: 200 })),
      () => giveUp(upload, guest),
    ])
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
    expect((await effects(upload)).status).toBe('waiting')
    expect(await staged()).toContain(upload.id)
  })

  it('is refused for a finished upload', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes)
    expect(await cancel(upload)).toMatchObject({ status: 409, error: 'E_CONFLICT' })
    expect(await effects(upload)).toEqual(await once(upload))
  })
})

describe('expiry', () => {
  const letExpire = ({ id }: TestUpload) =>
    sql`update uploads set expires_at = now() - interval '1 second' where id = ${id}`.execute(test.db)

  it('UP-09 marks an unfinished upload as failed, and it can be uploaded again', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    await letExpire(upload)
    await sweep()
    const row = await fileOf(upload)
    expect(row).toMatchObject({ status: 'failed', failed_reason: 'file-not-found' })
    const file = await test.succeed(getFile, { params: { projectId: folder.projectId, id: Number(row?.id) } }, owner)
    expect(file).toMatchObject({ upload: null, can: { retry: false, delete: true, download: false } })
    expect(await staged()).not.toContain(upload.id)
    expect((await tus.patch(upload, 10, bytes.subarray(10))).status).toBe(401)
    const event = await test.db.selectFrom('events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      type: 'process.failed',
      channels: expect.arrayContaining([folderChannel(folder.projectId)]),
    })
  })

  it('does not apply to an upload that is finished or has all its bytes', async () => {
    const [finished, complete] = [await created(), await almostComplete()]
    await tus.patch(finished, 0, bytes)
    for (const upload of [finished, complete]) await letExpire(upload)
    await sweep()
    await sweep()
    for (const upload of [finished, complete]) {
      expect(await effects(upload)).toEqual(await once(upload))
      const original = await test.read(await test.app.storage.get(`media/${upload.video_id}/original`))
      expect(original.equals(bytes)).toBe(true)
    }
  })

  it('does not end an upload that continues', async () => {
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    await sweep()
    expect((await tus.patch(upload, 10, bytes.subarray(10))).status).toBe(204)
  })

  it('PROC-06 starts again when an interrupted upload is resumed, also by another editor', async () => {
    const admin = await createMember(test.db, owner, ROLE.manager)
    const upload = await created()
    await tus.patch(upload, 0, bytes.subarray(0, 10))
    await letExpire(upload)
    expect((await tus.head(upload)).status).toBe(401)
    const { status, body } = await renew(upload, admin)
    expect(status).toBe(200)
    const [credentials] = Object.values(body.uploads)
    expect(credentials).toMatchObject({ id: upload.id, video_id: upload.video_id, is_audio: false })
    const renewed = {
      ...upload,
      headers: {
        ...upload.headers,
        AuthorizationSignature: credentials?.tus_signature ?? '',
        AuthorizationExpire: String(credentials?.expired_at),
      },
    }
    expect((await tus.head(renewed)).offset).toBe(10)
    expect((await tus.patch(renewed, 10, bytes.subarray(10))).status).toBe(204)
    expect(await effects(upload)).toEqual(await once(upload))
    expect((await renew(upload)).status).toBe(409)
  })

  it('a renewed upload has the rights of the user who renewed it, and no other user’s ticket opens it', async () => {
    const guest = await editor()
    const upload = await created()
    expect((await tus.patch(upload, 0, bytes.subarray(0, 10))).status).toBe(204)
    const renewed = await renewedBy(upload, guest)
    expect((await tus.head(renewed)).offset).toBe(10)
    expect((await tus.head(upload)).status).toBe(401)
    await remove(guest)
    expect((await tus.head(renewed)).status).toBe(404)
    expect((await tus.patch(renewed, 10, bytes.subarray(10))).status).toBe(404)
    expect((await tus.terminate(renewed)).status).toBe(404)
    expect(await effects(upload)).toEqual({ status: 'waiting', jobs: [], ledger: [] })
    const again = await renewedBy(upload, owner)
    expect((await tus.patch(again, 10, bytes.subarray(10))).status).toBe(204)
    expect(await effects(upload)).toEqual(await once(upload))
  })

  it('the upload of a removed user continues after an editor renews it', async () => {
    const guest = await editor()
    const upload = await created(guest)
    expect((await tus.patch(upload, 0, bytes.subarray(0, 10))).status).toBe(204)
    await remove(guest)
    const renewed = await renewedBy(upload, owner)
    expect((await tus.head(renewed)).offset).toBe(10)
    expect((await tus.patch(renewed, 10, bytes.subarray(10))).status).toBe(204)
    expect((await effects(upload)).status).toBe('uploaded')
  })

  it('the sweep discards bytes of uploads that no longer exist', async () => {
    const folderOfUploads = join(test.dataFolder, 'uploads')
    await mkdir(folderOfUploads, { recursive: true })
    await writeFile(join(folderOfUploads, '999999'), 'left by a crash')
    await sweep()
    expect(await staged()).not.toContain(999_999)
  })
})
