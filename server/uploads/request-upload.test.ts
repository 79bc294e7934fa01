import { randomUUID } from 'node:crypto'
import { fileChannel, folderChannel } from '@kaiwa/contract/channels.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { requestUpload, type UploadEntry } from '@kaiwa/contract/uploads.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, createUser, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { entryOf } from '../test/tus.ts'
import { readFileName } from './request-upload.ts'

const MB = 1_048_576
const GB = 1024 * MB

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MAX_FILE_MB: '2048', KAIWA_MAX_FILE_MINUTES: '600' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(() => test.close())

type Entry = Partial<UploadEntry> | Record<string, unknown>

function request(files: Entry[], as: TestUser = owner, projectId = folder.projectId) {
  return test.call(requestUpload, { params: { id: projectId }, body: { files: files as UploadEntry[] } }, as)
}

async function rows(as: TestUser, { projectId }: TestFolder) {
  return (await test.succeed(listFiles, { params: { id: projectId }, query: {} }, as)).data
}

describe('POST upload-url', () => {
  it('UP-03 UP-04 UP-05 accepts uuid, name, size, duration and speakers, and returns a signature for each file', async () => {
    const video = { uuid: randomUUID(), name: '商談.mp4', size: 1.5, duration: 12.5, num_speaker: 2 }
    const audio = { uuid: randomUUID(), name: '通話.mp3', size: 0.25, duration: 0, num_speaker: null }
    const { status, body } = await request([video, audio])
    expect(status).toBe(201)
    expect(body).toEqual({
      uploads: {
        [video.uuid]: {
          id: expect.any(Number),
          name: '商談',
          video_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          expired_at: expect.any(Number),
          is_audio: false,
          tus_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        [audio.uuid]: expect.objectContaining({ name: '通話', is_audio: true }),
      },
      library_id: expect.any(String),
      audio_library_id: expect.any(String),
      endpoint: expect.stringMatching(/^http:\/\/[^/]+\/api\/tus$/),
    })
    expect(body.library_id).not.toBe(body.audio_library_id)
    const expires = body.uploads[video.uuid]?.expired_at ?? 0
    expect(expires - Date.now() / 1000).toBeGreaterThan(23 * 3600)
    expect(expires - Date.now() / 1000).toBeLessThan(25 * 3600)
  })

  it('PROC-05 PROC-06 lists a file as waiting immediately, with the upload to resume', async () => {
    const here = await createFolder(test.db, rootOf(owner), { creator: owner })
    const entry = entryOf(3 * MB, { duration: 2, num_speaker: 3, language: 'ja' })
    const { body } = await request([entry], owner, here.projectId)
    const [file] = await rows(owner, here)
    expect(file).toMatchObject({
      status: 'waiting',
      title: '商談',
      file_name: '商談.mp4',
      original_size: 3,
      duration: 120,
      num_speaker: 3,
      language: 'ja',
      upload: { id: body.uploads[entry.uuid]?.id, uuid: entry.uuid, received: 0 },
    })
    const event = await test.db.selectFrom('events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      type: 'file.updated',
      channels: [folderChannel(here.projectId), fileChannel(file!.id)],
    })
  })

  it.each([
    [null, null],
    [0, null],
    [1, 1],
    [5, 5],
  ])('UP-02 stores %s speakers as %s', async (num_speaker, kept) => {
    const here = await createFolder(test.db, rootOf(owner), { creator: owner })
    await request([entryOf(MB, { num_speaker })], owner, here.projectId)
    const [row] = await rows(owner, here)
    const file =
      row && !row.is_project
        ? await test.call(getFile, { params: { projectId: here.projectId, id: row.id } }, owner)
        : null
    expect(file?.body.num_speaker).toBe(kept)
  })

  it.each([
    ['UP-01 a foreign type', { name: 'notes.txt' }, 'files.0.name', 'format'],
    ['UP-01 no type', { name: 'notes' }, 'files.0.name', 'format'],
    ['UP-01 a type behind a right-to-left override', { name: 'movie\u202E4pm.exe' }, 'files.0.name', 'format'],
    ['a name with NUL', { name: 'a\u0000.mp4' }, 'files.0.name', 'format'],
    ['a name with a newline', { name: 'a\n.mp4' }, 'files.0.name', 'format'],
    ['a name of 300 characters', { name: `${'あ'.repeat(296)}.mp4` }, 'files.0.name', 'max'],
    ['an empty name', { name: '' }, 'files.0.name', 'required'],
    ['a name that is only a folder', { name: '../' }, 'files.0.name', 'required'],
    ['0 bytes', { size: 0 }, 'files.0.size', 'min'],
    ['less than nothing', { size: -1 }, 'files.0.size', 'min'],
    ['less than a byte', { size: 0.000_000_1 }, 'files.0.size', 'min'],
    ['a size that is none', { size: '3' }, 'files.0.size', 'format'],
    ['a negative duration', { duration: -1 }, 'files.0.duration', 'min'],
    ['UP-02 6 speakers', { num_speaker: 6 }, 'files.0.num_speaker', 'max'],
    ['UP-02 1.5 speakers', { num_speaker: 1.5 }, 'files.0.num_speaker', 'format'],
    ['a uuid that is none', { uuid: 'x' }, 'files.0.uuid', 'format'],
    ['an unknown language', { language: 'xx' }, 'files.0.language', 'format'],
  ])('refuses %s', async (_case, wrong, field, code) => {
    const answer = await request([{ ...entryOf(MB), ...wrong }])
    expect(answer).toMatchObject({ status: 422, error: 'E_UNPROCESSABLE_ENTITY' })
    expect(answer.errors).toEqual({ [field]: [code] })
  })

  it.each([
    ['../../etc/passwd.mp4', 'passwd', 'passwd.mp4'],
    ['C:\\録音\\会議.wav', '会議', '会議.wav'],
    ['🎤録音👨‍👩‍👧.m4a', '🎤録音👨‍👩‍👧', '🎤録音👨‍👩‍👧.m4a'],
    ['ｶｲｷﾞ.flac', 'ｶｲｷﾞ', 'ｶｲｷﾞ.flac'],
    ['report\u202E3pm.mov', 'report3pm', 'report3pm.mov'],
  ])('UP-01 sanitises the name %j', async (name, title, file_name) => {
    const here = await createFolder(test.db, rootOf(owner), { creator: owner })
    expect((await request([entryOf(MB, { name })], owner, here.projectId)).status).toBe(201)
    expect(await rows(owner, here)).toMatchObject([{ title, file_name }])
  })

  it('refuses all files when one is refused, and names each error', async () => {
    const here = await createFolder(test.db, rootOf(owner), { creator: owner })
    const good = entryOf(MB)
    const answer = await request([good, entryOf(MB, { name: 'a.exe' }), good], owner, here.projectId)
    expect(answer.errors).toEqual({ 'files.1.name': ['format'], 'files.2.uuid': ['unique'] })
    expect(await rows(owner, here)).toEqual([])
  })

  it('refuses files that are too large or too long', async () => {
    expect(await request([entryOf(MB), entryOf(2 * GB + MB)])).toMatchObject({
      status: 422,
      error: 'PROJECT_MAX_FILE_SIZE_EXCEEDED',
      errors: { 'files.1.size': ['max'] },
    })
    expect((await request([entryOf(MB, { duration: 600 + 0.9 / 60 })])).status).toBe(201)
    expect(await request([entryOf(MB, { duration: 601 })])).toMatchObject({
      status: 422,
      error: 'PROJECT_MAX_MINUTES_EXCEEDED',
      errors: { 'files.0.duration': ['max'] },
    })
  })

  it('UP-18 allows owner, admin and editor, in folders other than the root', async () => {
    const [admin, member, stranger] = [
      await createMember(test.db, owner, ROLE.manager),
      await createMember(test.db, owner, ROLE.member),
      await createOwner(test.db),
    ]
    const [editor, viewer, uninvited] = [
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
      await createMember(test.db, owner, ROLE.guest),
    ]
    await assign(test.db, folder, editor, ROLE.editor)
    await assign(test.db, folder, viewer, ROLE.viewer)
    for (const user of [owner, admin, editor]) expect((await request([entryOf(MB)], user)).status).toBe(201)
    for (const user of [member, viewer]) {
      expect(await request([entryOf(MB)], user)).toMatchObject({ status: 403, body: { reason: 'role' } })
    }
    for (const user of [stranger, uninvited, await createUser(test.db)]) {
      expect(await request([entryOf(MB)], user)).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
    }
    const atRoot = await request([entryOf(MB)], owner, owner.rootProjectId)
    expect(atRoot).toMatchObject({ status: 403, error: 'E_FORBIDDEN', body: { reason: 'root' } })
  })

  it('counts unfinished uploads of others as used storage, also for concurrent requests', async () => {
    const boss = await createOwner(test.db, { plan: 'trial' })
    const here = await createFolder(test.db, rootOf(boss), { creator: boss })
    await createFile(test.db, here, { creator: boss, original_size: 2 * GB })
    const both = await Promise.all([
      request([entryOf(2 * GB)], boss, here.projectId),
      request([entryOf(2 * GB)], boss, here.projectId),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
    expect((await request([entryOf(GB)], boss, here.projectId)).status).toBe(201)
    expect((await request([entryOf(MB)], boss, here.projectId)).error).toBe('PROJECT_MAX_STORAGE_EXCEEDED')
  })

  it('requires a plan', async () => {
    const boss = await createOwner(test.db)
    const here = await createFolder(test.db, rootOf(boss), { creator: boss })
    await test.db.deleteFrom('subscriptions').where('workspace_id', '=', boss.workspaceId).execute()
    expect((await request([entryOf(MB)], boss, here.projectId)).error).toBe('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
  })

  it('refuses the 20,001st file of a folder', async () => {
    const boss = await createOwner(test.db)
    const here = await createFolder(test.db, rootOf(boss), { creator: boss })
    await sql`
      insert into items (workspace_id, parent_id, path, depth, is_project, creator_id)
      select ${boss.workspaceId}, ${here.itemId}, ${`${boss.rootItemId}_${here.itemId}_`}::text || 'x' || n, 2, false, ${boss.id}
      from generate_series(1, 19999) n
    `.execute(test.db)
    const two = await request([entryOf(MB), entryOf(MB)], boss, here.projectId)
    expect(two).toMatchObject({ status: 422, error: 'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED' })
    expect((await request([entryOf(MB)], boss, here.projectId)).status).toBe(201)
  })
})

describe('UP-01 file names of uploads', () => {
  it.each([
    ['an ordinary one', '商談 2026-11.mp4', '商談 2026-11', 'mp4', false],
    ['upper case', 'CALL.MP3', 'CALL', 'mp3', true],
    ['climbing out of its folder', '../../etc/passwd.mp4', 'passwd', 'mp4', false],
    ['a Windows path', 'C:\\録音\\会議.wav', '会議', 'wav', true],
    ['emoji', '🎤録音👨‍👩‍👧.m4a', '🎤録音👨‍👩‍👧', 'm4a', true],
    ['half-width kana', 'ｶｲｷﾞ.flac', 'ｶｲｷﾞ', 'flac', true],
    ['a right-to-left override', 'report\u202E3pm.mp4', 'report3pm', 'mp4', false],
    ['a lone surrogate', 'a\uD800.mov', 'a\uFFFD', 'mov', false],
    ['only an ending', '.mkv', '.mkv', 'mkv', false],
    ['several dots', 'a.b.c.mov', 'a.b.c', 'mov', false],
  ])('accepts %s', (_case, given, title, extension, isAudio) => {
    expect(readFileName(given)).toMatchObject({ title, extension, isAudio })
  })

  it.each([
    ['a NUL', 'a\u0000.mp4', 'format'],
    ['a newline', 'a\nb.mp4', 'format'],
    ['300 characters', `${'あ'.repeat(296)}.mp4`, 'max'],
    ['another type', 'notes.txt', 'format'],
    ['a hidden type', 'movie\u202E4pm.exe', 'format'],
    ['no ending', 'movie', 'format'],
    ['nothing but a folder', 'folder/', 'required'],
  ])('refuses %s', (_case, given, error) => {
    expect(readFileName(given)).toEqual({ error })
  })

  it('cuts a long title between grapheme clusters', () => {
    const name = readFileName(`${'家'.repeat(95)}👨‍👩‍👧.mp4`)
    expect(name).toMatchObject({ title: '家'.repeat(95) })
  })
})
