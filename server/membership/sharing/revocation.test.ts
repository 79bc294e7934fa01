// Access that depends on a right ends with the right. Each row ends or lowers a person's rights. Afterwards nothing
// that the person had opened before may exceed their remaining rights: sockets, the edit lock, saves, media addresses,
// the current upload, the next export. (R1)
import { disableUser } from '@kaiwa/contract/admin-users.ts'
import { login, logout } from '@kaiwa/contract/accounts.ts'
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { fileChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import * as files from '@kaiwa/contract/files.ts'
import * as members from '@kaiwa/contract/members.ts'
import { changePassword, endOtherSessions, endSession } from '@kaiwa/contract/profile.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import { restoreItems } from '@kaiwa/contract/trash.ts'
import { deleteItem, moveItems } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import { mediaKey, originalKey } from '../../media/keys.ts'
import { countLockWaits } from '../../test/count-lock-waits.ts'
import { readFixture, saved, type EditingFixture } from '../../test/factories/editing-fixture.ts'
import { importFile, srt, exportFile } from '../../test/factories/exchange-calls.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { type Listener, openListener, waitForClose, waitForEvent } from '../../test/factories/listeners.ts'
import { createOperator } from '../../test/factories/operators.ts'
import { createTranscript } from '../../test/factories/transcripts.ts'
import { createMember, createOwner, PASSWORD, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import type { Caller } from '../../test/test-calls.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { requestTestUpload, tus } from '../../test/tus.ts'

const TIMEOUT = { timeout: 20_000, interval: 20 }

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp({ roles: ['api', 'realtime', 'worker'] })
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

/** A shared folder with a sub-folder and a file in it, another folder next to it, and a person who edits the file. */
type Scene = EditingFixture & {
  owner: TestOwner
  person: TestUser
  /** The shared folder. */
  shared: TestFolder
  /** A sub-folder of `shared`; it contains the file. */
  folder: TestFolder
  elsewhere: TestFolder
}

type Access = 'guest' | 'manager' | 'maker'

/**
 * `guest`: invited to the shared folder as editor. `manager`: a manager of the workspace. `maker`: a member who
 * created the folder.
 */
async function createScene(access: Access): Promise<Scene> {
  const { db } = test
  const workspaceRole = { guest: ROLE.guest, manager: ROLE.manager, maker: ROLE.member }[access]
  const person = await createMember(db, owner, workspaceRole)
  const shared = await createFolder(db, rootOf(owner), { creator: access === 'maker' ? person : owner })
  if (access === 'guest') await assign(db, shared, person, ROLE.editor)
  const folder = await createFolder(db, shared, { creator: owner })
  const elsewhere = await createFolder(db, rootOf(owner), { creator: owner })
  const file = await createFile(db, folder, { creator: owner })
  const transcript = await createTranscript(db, file, { blocks: 3, phrases: 1 })
  await test.app.storage.put(originalKey(file.videoId), 'twelve bytes')
  await test.app.storage.put(mediaKey(file.videoId, 'playlist.m3u8'), '#EXTM3U')
  return {
    owner,
    editor: owner,
    viewer: owner,
    stranger: owner,
    person,
    shared,
    folder,
    elsewhere,
    file,
    ...transcript,
  }
}

const CHANNELS = ['user', 'folder', 'file'] as const
type ChannelKind = (typeof CHANNELS)[number]

function channelOf({ person, folder, file }: Scene): Record<ChannelKind, string> {
  return {
    user: userChannel(person.id),
    folder: folderChannel(folder.projectId),
    file: fileChannel(file.id),
  }
}

/** Opens, as the person, everything that depends on their rights. */
async function openAll(scene: Scene) {
  const { person, file, folder } = scene
  const names = channelOf(scene)
  const listeners = {} as Record<ChannelKind, Listener>
  for (const kind of CHANNELS) listeners[kind] = await openListener(test, names[kind], person)
  const detail = await test.succeed(files.getFile, { params: { projectId: file.projectId, id: file.id } }, person)
  const media = `${new URL(detail.url).pathname}/${file.videoId}`
  const upload = await requestTestUpload(test, folder, person, 12)
  expect((await tus.create(upload)).status).toBe(201)
  const { lock } = await test.succeed(requestLock, { params: lockParams(scene), body: {} }, person)
  const { blocks, revision } = await readFixture(test, scene)
  return { listeners, media, upload, lock, block: blocks[0]!, revision }
}

function lockParams({ file }: Scene) {
  return { projectId: file.projectId, fileId: file.id }
}

/** Returns the responses to everything that the person tries again with what they had opened. */
async function probe(scene: Scene, opened: Awaited<ReturnType<typeof openAll>>) {
  const { person, file } = scene
  const { media, upload, lock, block, revision } = opened
  const status = async (url: string) => (await test.http.inject(url)).statusCode
  const body = { blocks: [saved(block, { content: '遅れて届いた文' })], revision, lock_version: lock.version }
  const late = await test.call(saveBlocks, { params: { id: scene.transcriptId }, body }, person)
  const names = channelOf(scene)
  const may: ChannelKind[] = []
  for (const kind of CHANNELS) {
    const ask = { socket_id: opened.listeners[kind].socketId, channel_name: names[kind] }
    if ((await test.call(authoriseChannel, { body: ask }, person)).status === 200) may.push(kind)
  }
  return {
    channels: may,
    save: late.error ?? late.status,
    stream: await status(`${media}/playlist.m3u8`),
    original: await status(`${media}/original`),
    upload: (await tus.head(upload)).status,
    export: (await exportFile(test, { file, owner }, 'format=txt', person)).status,
  }
}

type Left = Omit<Awaited<ReturnType<typeof probe>>, 'channels'> & { channels: readonly ChannelKind[] }

const nothing: Left = { channels: ['user'], save: 'E_NOT_FOUND', stream: 404, original: 404, upload: 404, export: 404 }
const viewing: Left = { channels: CHANNELS, save: 'E_FORBIDDEN', stream: 200, original: 403, upload: 403, export: 200 }
// A request of an upload carries no token, but its signature names the session to which it was given (decision 200).
const signedOut: Left = {
  channels: [],
  save: 'E_INVALID_ACCESS_TOKEN',
  stream: 404,
  original: 404,
  upload: 401,
  export: 401,
}

interface Row {
  what: string
  access: Access
  end: (scene: Scene) => Promise<unknown>
  /** The access that remains. */
  left: Left
  /**
   * `end` returns the token of another session of the same person. The person keeps the lock and can take it over
   * there.
   */
  isElsewhere?: true
  /** No event announces the end. The check that runs every few seconds detects it. */
  isSilent?: true
}

function move(thing: { itemId: number }, from: TestFolder, to: TestFolder) {
  return test.succeed(
    moveItems,
    { params: { id: from.itemId, destinationId: to.itemId }, body: { target_item_ids: [thing.itemId] } },
    owner,
  )
}

function remove({ itemId }: TestFolder) {
  return test.succeed(deleteItem, { params: { id: itemId } }, owner)
}

function removeFile({ id, projectId }: Scene['file']) {
  return test.succeed(files.deleteFile, { params: { projectId, id } }, owner)
}

function restore({ itemId }: { itemId: number }) {
  return test.succeed(restoreItems, { body: { item_ids: [itemId] } }, owner)
}

function detach({ itemId }: { itemId: number }, person: TestUser) {
  return test.succeed(contract.detachEditor, { params: { itemId }, query: { user_id: person.id } }, owner)
}

function lower({ itemId }: { itemId: number }, person: TestUser) {
  return test.succeed(
    contract.updateMemberRole,
    { params: { itemId }, body: { user_id: person.id, role_id: ROLE.viewer } },
    owner,
  )
}

async function removeFromWorkspace({ id }: TestUser) {
  const { id: memberId } = await test.db
    .selectFrom('workspace_members')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  await test.succeed(members.removeWorkspaceMember, { body: { member_id: memberId } }, owner)
}

function makeGuest({ id }: TestUser) {
  return test.succeed(members.changeWorkspaceRole, { body: { user_id: id, role: ROLE.guest } }, owner)
}

/** Another session of the same person. */
async function signInElsewhere({ id }: TestUser): Promise<string> {
  const token = newToken()
  await test.db
    .insertInto('sessions')
    .values({ user_id: id, token_hash: hashToken(token), remember: false, expires_at: sql`now() + interval '1 day'` })
    .execute()
  return token
}

async function changeFromElsewhere(person: TestUser): Promise<Caller> {
  const token = await signInElsewhere(person)
  const body = { current_password: PASSWORD, new_password: 'Kaiwa-test2!' }
  return (await test.succeed(changePassword, { body }, token)).token ?? ''
}

const rows: Row[] = [
  {
    what: 'removed from the workspace',
    access: 'guest',
    end: ({ person }) => removeFromWorkspace(person),
    left: nothing,
  },
  { what: 'a manager is removed', access: 'manager', end: ({ person }) => removeFromWorkspace(person), left: nothing },
  { what: 'a manager becomes a guest', access: 'manager', end: ({ person }) => makeGuest(person), left: nothing },
  {
    what: 'SHARE-40 role on the folder lowered',
    access: 'guest',
    end: ({ person, shared }) => lower(shared, person),
    left: viewing,
  },
  {
    what: 'SHARE-42 detached from the folder',
    access: 'guest',
    end: ({ person, shared }) => detach(shared, person),
    left: nothing,
  },
  {
    what: 'excluded from the sub-folder',
    access: 'guest',
    end: ({ person, folder }) => detach(folder, person),
    left: nothing,
  },
  {
    what: 'excluded from the file alone',
    access: 'guest',
    end: ({ person, file }) => detach(file, person),
    left: { ...nothing, upload: 200 },
  },
  {
    what: 'the sub-folder moves to another folder',
    access: 'guest',
    end: ({ folder, shared, elsewhere }) => move(folder, shared, elsewhere),
    left: nothing,
  },
  {
    what: 'the file moves to another folder',
    access: 'guest',
    end: ({ file, folder, elsewhere }) => move(file, folder, elsewhere),
    left: { ...nothing, channels: ['user', 'folder'], upload: 200 },
  },
  {
    what: 'the sub-folder moves out of a folder that they made',
    access: 'maker',
    end: ({ folder, shared, elsewhere }) => move(folder, shared, elsewhere),
    // The person is the creator of the uploaded file, so the upload is still accepted.
    left: { ...viewing, upload: 200 },
  },
  {
    what: 'the sub-folder is deleted',
    access: 'guest',
    end: ({ folder }) => remove(folder),
    left: { ...nothing, upload: 401 },
  },
  {
    what: 'the file is deleted',
    access: 'guest',
    end: ({ file }) => removeFile(file),
    left: { ...nothing, channels: ['user', 'folder'], upload: 200 },
  },
  {
    what: 'the sub-folder is restored to the root',
    access: 'guest',
    end: async ({ folder, shared }) => {
      await remove(folder)
      await remove(shared)
      await restore(folder)
    },
    left: { ...nothing, upload: 401 },
  },
  {
    what: 'a folder that they made is restored to the root without it',
    access: 'maker',
    end: async ({ folder, shared }) => {
      await remove(folder)
      await remove(shared)
      await restore(folder)
    },
    left: { ...viewing, upload: 401 },
  },
  {
    what: 'signed out',
    access: 'guest',
    end: ({ person }) => test.succeed(logout, {}, person),
    left: signedOut,
  },
  {
    what: 'the session ended from elsewhere',
    access: 'guest',
    end: async ({ person }) => {
      const token = await signInElsewhere(person)
      await test.succeed(endSession, { params: { id: person.actor.sessionId } }, token)
      return token
    },
    left: signedOut,
    isElsewhere: true,
  },
  {
    what: 'all other sessions ended',
    access: 'guest',
    end: async ({ person }) => {
      const token = await signInElsewhere(person)
      await test.succeed(endOtherSessions, {}, token)
      return token
    },
    left: signedOut,
    isElsewhere: true,
  },
  {
    what: 'the password changed',
    access: 'guest',
    end: ({ person }) => changeFromElsewhere(person),
    left: signedOut,
    isElsewhere: true,
  },
  {
    what: 'the session went on under a new token',
    access: 'guest',
    end: async (scene) => {
      const body = { current_password: PASSWORD, new_password: 'Kaiwa-test2!' }
      return (await test.succeed(changePassword, { body }, scene.person)).token
    },
    left: signedOut,
    isElsewhere: true,
  },
  {
    what: 'signed in anew in place of the session',
    access: 'guest',
    end: async ({ person: { email, token } }) =>
      (await test.succeed(login, { body: { email, password: PASSWORD } }, token)).token,
    left: signedOut,
    isElsewhere: true,
  },
  {
    what: 'the session ended by time',
    access: 'guest',
    end: ({ person }) =>
      sql`update sessions set expires_at = now() where id = ${person.actor.sessionId}`.execute(test.db),
    left: signedOut,
    isSilent: true,
  },
  {
    what: 'ADMIN-46 the account disabled by an operator',
    access: 'guest',
    end: async ({ person }) =>
      test.succeed(disableUser, { params: { userId: person.id } }, await createOperator(test.db)),
    left: { ...signedOut, save: 'E_USER_DISABLED', upload: 403, export: 403 },
    isSilent: true,
  },
]

async function isGone({ file }: Scene): Promise<boolean> {
  const params = { projectId: file.projectId, id: file.id }
  return (await test.call(files.getFile, { params }, owner)).status === 404
}

/**
 * Takes over the edit lock and changes the file. Refused while the lock of a person without the right is still valid.
 */
async function edit(scene: Scene, as: Caller) {
  const { project_id: projectId } = await test.db
    .selectFrom('files')
    .select('project_id')
    .where('id', '=', scene.file.id)
    .executeTakeFirstOrThrow()
  const params = { projectId, fileId: scene.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: { take_over: true } }, as)
  const { blocks, revision } = await readFixture(test, scene)
  const body = { blocks: [saved(blocks[1]!, { content: '秘密' })], revision, lock_version: lock.version }
  await test.succeed(saveBlocks, { params: { id: scene.transcriptId }, body }, as)
}

describe('R1 access that a person had opened ends with their right', () => {
  it.concurrent.each(rows)(
    '$what ($access)',
    async ({ access, end, left, isElsewhere, isSilent }) => {
      const scene = await createScene(access)
      const opened = await openAll(scene)
      const { listeners } = opened
      const lost = CHANNELS.filter((kind) => !left.channels.includes(kind))
      const answer = await end(scene)
      if (isSilent) for (const kind of lost) await waitForClose(listeners[kind])
      if (!(await isGone(scene))) {
        const witness = await openListener(test, fileChannel(scene.file.id), owner)
        // Immediately: no caller waits for the lock of a person who may not edit.
        await edit(scene, isElsewhere ? (answer as string) : owner)
        await waitForEvent(witness, 'transcript-changed')
        witness.leave()
      }
      for (const kind of CHANNELS) await waitForClose(listeners[kind])
      for (const kind of lost) expect(listeners[kind].received).not.toContain('transcript-changed')
      expect(await probe(scene, opened)).toEqual(left)
    },
    60_000,
  )
})

describe('operations in progress when rights end', () => {
  it('an import that is still being read imports nothing', async () => {
    const scene = await createScene('manager')
    const { person, file, transcriptId } = scene
    const before = await readFixture(test, scene)
    const held = Promise.withResolvers<void>()
    const busy = Promise.withResolvers<void>()
    const holding = test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('files').select('id').where('id', '=', file.id).forUpdate().execute()
      held.resolve()
      await busy.promise
    })
    await held.promise
    const fields = { revision: String(before.revision) }
    const answer = importFile(test, scene, srt('持ち込み'), fields, { as: person })
    // Another connection locks the file: the import has been read and waits for this lock.
    await vi.waitFor(async () => expect(await countLockWaits(test.db)).toBeGreaterThan(0), TIMEOUT)
    await removeFromWorkspace(person)
    busy.resolve()
    await holding
    expect((await answer).status).toBe(404)
    expect(transcriptId).toBe(before.transcript.id)
    expect((await readFixture(test, scene)).texts).toEqual(before.texts)
  }, 60_000)
})
