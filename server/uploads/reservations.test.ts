// Storage reservations of unfinished uploads: limits per person and workspace, expiry after an hour, precedence of
// owner and managers.
import { LIMITS, PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { cancelUpload, renewUpload, requestUpload } from '@kaiwa/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { entryOf, openPatch, requestTestUpload, statusOf, type TestUpload, tus } from '../test/tus.ts'
import { openStaging } from './open-staging.ts'

const MB = 1_048_576
const GB = 1024 * MB

let test: TestApp
let owner: TestOwner
let guest: TestUser
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function workspace(plan: keyof typeof PLAN_LIMITS) {
  owner = await createOwner(test.db, { plan })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, folder, guest, ROLE.editor)
}

function request(sizes: readonly number[], as: TestUser) {
  return test.call(
    requestUpload,
    { params: { id: folder.projectId }, body: { files: sizes.map((bytes) => entryOf(bytes)) } },
    as,
  )
}

function renew({ id }: TestUpload, as: TestUser) {
  return test.call(renewUpload, { params: { uploadId: id } }, as)
}

function passHour({ id }: TestUpload) {
  return sql`update uploads set reserved_until = now() - interval '1 second' where id = ${id}`.execute(test.db)
}

/** Fills the workspace until this many bytes are left. */
async function leave(bytes: number) {
  const used = PLAN_LIMITS.trial.storage * GB - bytes
  await createFile(test.db, folder, { creator: owner, original_size: used })
}

/** Inserts announced uploads with SQL: API calls would take ten seconds. */
function announceMany(by: TestUser, count: number) {
  return sql`
    with item as (
      insert into items (workspace_id, parent_id, path, depth, is_project, creator_id)
      select ${owner.workspaceId}, ${folder.itemId}, ${`${owner.rootItemId}_${folder.itemId}_`}::text || 'x' || ${by.id}::text || '_' || n, 2, false, ${by.id}
      from generate_series(1, ${count}::integer) n returning id),
    file as (
      insert into files (item_id, project_id, workspace_id, title, file_name, video_id, is_audio, original_size)
      select id, ${folder.projectId}, ${owner.workspaceId}, 'a', 'a.mp4', gen_random_uuid(), false, 1 from item returning id)
    insert into uploads (file_id, uuid, created_by, declared_size, expires_at)
    select id, gen_random_uuid(), ${by.id}, 1, now() + interval '1 day' from file
  `.execute(test.db)
}

describe('in a workspace of 1,000 GB', () => {
  beforeEach(() => workspace('business'))

  it('a guest cannot lock the owner out of storage with 99 announced files of 10 GB', async () => {
    const files = (count: number) => Array<number>(count).fill(10 * GB)
    expect((await request(files(99), guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request(files(50), guest)).status).toBe(201)
    expect((await request(files(1), guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request(files(51), owner)).status).toBe(201)
    expect((await request(files(50), owner)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request(files(49), owner)).status).toBe(201)
  })

  it('refuses the 1,001st upload without a byte of one person', async () => {
    await announceMany(guest, LIMITS.unsentUploads - 1)
    expect((await request([MB], guest)).status).toBe(201)
    const refused = await request([MB], guest)
    expect(refused).toMatchObject({ status: 429, error: 'E_TOO_MANY_REQUESTS', body: { reason: 'unsent-uploads' } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await request([MB], owner)).status).toBe(201)
    await sql`update uploads set received = 1 where id in (
      select id from uploads where created_by = ${guest.id} limit 1)`.execute(test.db)
    expect((await request([MB], guest)).status).toBe(201)
    expect((await request([MB], guest)).status).toBe(429)
  })

  it('refuses the 10,001st upload without a byte of a workspace, except to owner and managers', async () => {
    const [flooder, member, manager] = [
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.member),
      await createMember(test.db, owner, ROLE.manager),
    ]
    await assign(test.db, folder, member, ROLE.editor)
    await announceMany(flooder, LIMITS.unsentUploadsPerWorkspace - 1)
    expect((await request([MB], member)).status).toBe(201)
    const refused = await request([MB], guest)
    expect(refused).toMatchObject({ status: 429, error: 'E_TOO_MANY_REQUESTS', body: { reason: 'unsent-uploads' } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await request([MB], owner)).status).toBe(201)
    expect((await request([MB], manager)).status).toBe(201)
    await sql`update uploads set received = 1 where created_by = ${flooder.id}`.execute(test.db)
    expect((await request([MB], guest)).status).toBe(201)
  })
})

describe('in a workspace of 5 GB', () => {
  beforeEach(() => workspace('trial'))

  it('releases reservations of a guest for the owner, uploads without a byte first', async () => {
    await leave(30 * MB)
    const started = await requestTestUpload(test, folder, guest, 10 * MB)
    await tus.create(started)
    await tus.patch(started, 0, Buffer.alloc(MB))
    const idle = await requestTestUpload(test, folder, guest, 20 * MB)
    await tus.create(idle)
    expect((await request([MB], guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request([20 * MB], owner)).status).toBe(201)
    expect(await tus.patch(idle, 0, Buffer.alloc(MB))).toMatchObject({
      status: 422,
      text: '{"error":"PROJECT_MAX_STORAGE_EXCEEDED"}',
    })
    expect((await tus.patch(started, MB, Buffer.alloc(9 * MB))).status).toBe(204)
    expect((await tus.head(idle)).offset).toBe(0)
  })

  it('never releases received bytes', async () => {
    await leave(30 * MB)
    const upload = await requestTestUpload(test, folder, guest, 30 * MB)
    await tus.create(upload)
    await tus.patch(upload, 0, Buffer.alloc(25 * MB))
    expect((await request([6 * MB], owner)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request([5 * MB], owner)).status).toBe(201)
    expect((await tus.patch(upload, 25 * MB, Buffer.alloc(5 * MB))).status).toBe(422)
    expect((await tus.head(upload)).offset).toBe(25 * MB)
  })

  it('stops a request whose reservation is released, and resumes it when there is room', async () => {
    await leave(30 * MB)
    const upload = await requestTestUpload(test, folder, guest, 30 * MB)
    await tus.create(upload)
    const socket = await openPatch(upload, 0, 30 * MB)
    const status = statusOf(socket)
    socket.write(Buffer.alloc(MB))
    await expect.poll(() => openStaging(test.app).list()).toContain(upload.id)
    const taken = await requestTestUpload(test, folder, owner, 30 * MB)
    socket.write(Buffer.alloc(29 * MB))
    expect(await status).toBe(422)
    socket.destroy()
    await test.succeed(cancelUpload, { params: { uploadId: taken.id } }, owner)
    const offset = Number((await tus.head(upload)).offset)
    expect((await tus.patch(upload, offset, Buffer.alloc(30 * MB - offset))).status).toBe(204)
  })

  it('expires an hour after the last byte, and is renewed by the next request if storage is left', async () => {
    await leave(30 * MB)
    const upload = await requestTestUpload(test, folder, guest, 20 * MB)
    await tus.create(upload)
    expect((await request([20 * MB], guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    await passHour(upload)
    const other = await requestTestUpload(test, folder, guest, 20 * MB)
    expect((await tus.patch(upload, 0, Buffer.alloc(MB))).status).toBe(422)
    expect((await renew(upload, guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    await passHour(other)
    expect((await renew(upload, guest)).status).toBe(200)
    expect((await tus.patch(upload, 0, Buffer.alloc(MB))).status).toBe(204)
    // The byte renewed the reservation.
    expect((await request([12 * MB], guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    await passHour(upload)
    expect((await tus.patch(upload, MB, Buffer.alloc(19 * MB))).status).toBe(204)
    expect((await request([11 * MB], guest)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request([10 * MB], guest)).status).toBe(201)
  })

  it('concurrent announcements never exceed the storage', async () => {
    await leave(50 * MB)
    const users = [owner, guest, owner, guest, owner, guest, owner, guest, owner, guest]
    await Promise.all(users.map((user) => request([10 * MB], user)))
    const { rows } = await sql<{ held: number }>`
      select sum(greatest(u.reserved, u.received))::bigint as held from uploads u join files f on f.id = u.file_id
      where f.workspace_id = ${owner.workspaceId} and u.completed_at is null`.execute(test.db)
    expect(rows[0]?.held).toBe(50 * MB)
  })
})
