// Tests for every channel of every domain and thirteen kinds of people whether a subscription is authorised. The rows
// come from the domains, so that a new channel is tested automatically. Also tests which events of a folder reach
// guests who see only a part of it, on any channel.
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { type ChannelKind, chatChannel, fileChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { createCommentThread } from '@kaiwa/contract/comments.ts'
import * as files from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { changeBlockSpeaker } from '@kaiwa/contract/speakers.ts'
import { createTag, tagPassages } from '@kaiwa/contract/tags.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from './domains.ts'
import { publishSpeakers } from './speakers/publish-speakers.ts'
import { updateEstimate } from './processing/update-estimate.ts'
import { failFile } from './processing/fail-file.ts'
import { readFixture, saved, type EditingFixture } from './test/factories/editing-fixture.ts'
import { assign, createFile, createFolder, rootOf, type TestFolder } from './test/factories/items.ts'
import { createTranscript } from './test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { requestTestUpload } from './test/tus.ts'

const KINDS = [
  'anonymous',
  'otherWorkspace',
  'guest',
  'guestOfFile',
  'guestOfOtherFile',
  'excludedFromFile',
  'excludedFromOtherFile',
  'viewer',
  'editor',
  'member',
  'manager',
  'owner',
  'disabled',
  'revoked',
  'removed',
] as const
type Kind = (typeof KINDS)[number]

const channelKinds = domains.flatMap(({ channels = [] }) => channels.map(({ kind }) => kind))

let test: TestApp
let tokens: Record<Kind, string | undefined>
let channelNames: Record<ChannelKind, string>

beforeAll(async () => {
  test = await openTestApp()
  const { db } = test
  const owner = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const file = await createFile(db, folder, { creator: owner })
  const otherFile = await createFile(db, folder, { creator: owner })
  const guestWith = async (...given: [{ itemId: number }, typeof ROLE.editor | typeof ROLE.viewer | null][]) => {
    const person = await createMember(db, owner, ROLE.guest)
    for (const [item, role] of given) await assign(db, item, person, role)
    return person.token
  }
  const removed = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('workspace_members').where('user_id', '=', removed.id).execute()
  const revoked = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('sessions').where('user_id', '=', revoked.id).execute()
  const chat = await db
    .insertInto('chats')
    .values({
      workspace_id: owner.workspaceId,
      owner_id: owner.id,
      project_id: folder.projectId,
      title: '質問',
      covers_folder: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tokens = {
    anonymous: undefined,
    otherWorkspace: (await createOwner(db)).token,
    guest: (await createMember(db, owner, ROLE.guest)).token,
    guestOfFile: await guestWith([file, ROLE.editor]),
    guestOfOtherFile: await guestWith([otherFile, ROLE.editor]),
    excludedFromFile: await guestWith([folder, ROLE.editor], [file, null]),
    excludedFromOtherFile: await guestWith([folder, ROLE.editor], [otherFile, null]),
    viewer: await guestWith([folder, ROLE.viewer]),
    editor: await guestWith([folder, ROLE.editor]),
    member: (await createMember(db, owner, ROLE.member)).token,
    manager: (await createMember(db, owner, ROLE.manager)).token,
    owner: owner.token,
    disabled: (await createMember(db, owner, ROLE.manager, { isDisabled: true })).token,
    revoked: revoked.token,
    removed: removed.token,
  }
  channelNames = {
    user: userChannel(owner.id),
    folder: folderChannel(folder.projectId),
    file: fileChannel(file.id),
    chat: chatChannel(chat.id),
  }
})
afterAll(() => test.close())

const RECEIVERS: Readonly<Record<ChannelKind, readonly Kind[]>> = {
  user: ['owner'],
  // Only the person who started it.
  chat: ['owner'],
  // Only people who see everything in the folder.
  folder: ['viewer', 'editor', 'member', 'manager', 'owner'],
  file: ['guestOfFile', 'excludedFromOtherFile', 'viewer', 'editor', 'member', 'manager', 'owner'],
}

function ask(channel: ChannelKind, kind: Kind) {
  const body = { socket_id: '1.1', channel_name: channelNames[channel] }
  return test.call(authoriseChannel, { body }, tokens[kind])
}

describe.each(channelKinds)('R1 the channel of a %s', (channel) => {
  it.each(KINDS)('%s', async (kind) => {
    const { status, body } = await ask(channel, kind)
    if (RECEIVERS[channel].includes(kind)) return expect([status, typeof body.auth]).toEqual([200, 'string'])
    expect([401, 403]).toContain(status)
    expect(body).not.toHaveProperty('auth')
  })
})

it('R1 a forbidden channel answers like one that does not exist', async () => {
  const refused = await ask('folder', 'otherWorkspace')
  const body = { socket_id: '1.1', channel_name: folderChannel(2000000000) }
  const missing = await test.call(authoriseChannel, { body }, tokens.otherWorkspace)
  expect([missing.status, missing.body]).toEqual([refused.status, refused.body])
})

it('R1 rights that ended since the call began authorise no channel', async () => {
  const owner = await createOwner(test.db)
  const manager = await createMember(test.db, owner, ROLE.manager)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const channel = folderChannel(folder.projectId)
  await test.app.realtime.authorise(manager.actor, '1.1', channel)
  // The actor still has the rights from the beginning of the call.
  await test.db.deleteFrom('workspace_members').where('user_id', '=', manager.id).execute()
  await expect(test.app.realtime.authorise(manager.actor, '1.1', channel)).rejects.toThrow('E_FORBIDDEN')
})

describe('R1 events of a folder', () => {
  let owner: TestOwner
  let folder: TestFolder
  /** Files with one speaker each. */
  let mine: EditingFixture
  let other: EditingFixture
  let people: Record<'guestOfFile' | 'excludedFromOther' | 'guestOfFolder', TestUser>

  const makeFile = async (): Promise<EditingFixture> => {
    const file = await createFile(test.db, folder, { creator: owner })
    const transcript = await createTranscript(test.db, file, { blocks: 3, phrases: 1 })
    return { owner, editor: owner, viewer: owner, stranger: owner, folder, file, ...transcript }
  }
  const makeGuest = async (...given: [{ itemId: number }, typeof ROLE.viewer | null][]) => {
    const person = await createMember(test.db, owner, ROLE.guest)
    for (const [item, role] of given) await assign(test.db, item, person, role)
    return person
  }
  beforeAll(async () => {
    owner = await createOwner(test.db)
    folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    mine = await makeFile()
    other = await makeFile()
    people = {
      guestOfFile: await makeGuest([mine.file, ROLE.viewer]),
      excludedFromOther: await makeGuest([folder, ROLE.viewer], [other.file, null]),
      guestOfFolder: await makeGuest([folder, ROLE.viewer]),
    }
  })

  interface ReceivedEvent {
    type: string
    data: string
  }

  /** Types and data of all events that reach a person on any channel during `act`, that of a new file included. */
  const receivedDuring = async (act: () => Promise<unknown>, fresh: readonly EditingFixture[] = []) => {
    const last = await test.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirst()
    const open = async (channel: string, person: TestUser) =>
      (await test.call(authoriseChannel, { body: { socket_id: '1.1', channel_name: channel } }, person)).status === 200
    // Subscriptions from before `act` receive the events.
    const channels = [
      folderChannel(folder.projectId),
      folderChannel(owner.rootProjectId),
      ...[mine, other, ...fresh].map(({ file }) => fileChannel(file.id)),
      ...Object.values(people).map(({ id }) => userChannel(id)),
    ]
    const may = new Map<TestUser, string[]>()
    for (const person of Object.values(people)) {
      const granted: string[] = []
      for (const channel of channels) if (await open(channel, person)) granted.push(channel)
      may.set(person, granted)
    }
    await act()
    await test.settle({ failures: 'expected', leaving: ['media.prepare'] })
    const events = await test.db
      .selectFrom('events')
      .select(['type', 'data', 'channels'])
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .execute()
    return (person: TestUser): ReceivedEvent[] =>
      events
        .filter((event) => event.channels.some((channel) => may.get(person)?.includes(channel)))
        .map(({ type, data }) => ({ type, data: JSON.stringify(data) }))
  }

  const first = async (fixture: EditingFixture) => (await readFixture(test, fixture)).blocks[0]!
  const inFile = ({ file }: EditingFixture) => ({ projectId: file.projectId, fileId: file.id })
  const row = (fixture: EditingFixture) =>
    test.db.selectFrom('files').selectAll().where('id', '=', fixture.file.id).executeTakeFirstOrThrow()

  const acts: [string, string, (fixture: EditingFixture) => Promise<unknown>][] = [
    [
      'renamed',
      'file.updated',
      ({ file }) =>
        test.succeed(
          files.renameFile,
          { params: { projectId: file.projectId, id: file.id }, body: { title: '別名' } },
          owner,
        ),
    ],
    [
      'estimated again',
      'estimation.updated',
      (fixture) => test.db.transaction().execute(async (trx) => updateEstimate(trx, (await row(fixture)) as never)),
    ],
    [
      'given another speaker for a block',
      'block.speaker_changed',
      async (fixture) =>
        test.succeed(
          changeBlockSpeaker,
          {
            body: {
              block_uuid: (await first(fixture)).uuid,
              speaker_id: fixture.speakerIds.at(-1)!,
              type: 'individual',
            },
          },
          owner,
        ),
    ],
    [
      'saved',
      'transcript.changed',
      async (fixture) => {
        const { lock } = await test.succeed(requestLock, { params: inFile(fixture), body: {} }, owner)
        const { blocks, revision } = await readFixture(test, fixture)
        const body = { blocks: [saved(blocks[1]!, { content: '新しい文' })], revision, lock_version: lock.version }
        await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, owner)
      },
    ],
    [
      'tagged',
      'transcript.tag_updated',
      async (fixture) => {
        const block = await first(fixture)
        const body = { name: `札${fixture.file.id}`, appearance: '#2F8FED' }
        const tag = await test.succeed(createTag, { params: { fileId: fixture.file.id }, body }, owner)
        const text = block.content.slice(0, 2)
        const range = { block_uuid: block.uuid, tag_id: tag.id, offset: 0, text, tag_uuid: crypto.randomUUID() }
        await test.succeed(tagPassages, { params: { id: fixture.transcriptId }, body: { ranges: [range] } }, owner)
      },
    ],
    [
      'commented on',
      'comments.changed',
      async (fixture) => {
        const { uuid: block_uuid, content } = await first(fixture)
        const body = { block_uuid, start_offset: 0, text: content.slice(0, 2), body: '確認' }
        await test.succeed(createCommentThread, { params: { fileId: fixture.file.id }, body }, owner)
      },
    ],
    [
      'shown with a speaker’s new name',
      'speakers.changed',
      ({ file, speakerIds }) =>
        test.db.transaction().execute((trx) => publishSpeakers(trx, speakerIds, [file.projectId])),
    ],
    [
      'failing',
      'process.failed',
      (fixture) =>
        test.db.transaction().execute(async (trx) => {
          await trx.updateTable('files').set({ status: 'processing' }).where('id', '=', fixture.file.id).execute()
          await trx
            .updateTable('transcripts')
            .set({ status: 'processing' })
            .where('file_id', '=', fixture.file.id)
            .execute()
          await failFile(trx, await row(fixture), 'transcript-failed')
        }),
    ],
    [
      'deleted',
      'files.deleted',
      ({ file }) => test.succeed(files.deleteFile, { params: { projectId: file.projectId, id: file.id } }, owner),
    ],
  ]

  it.each(acts)('a file that is %s reaches people who see it', async (_what, type, act) => {
    const fresh = await makeFile()
    await assign(test.db, fresh.file, people.guestOfFile, ROLE.viewer)
    const received = await receivedDuring(() => act(fresh), [fresh])
    for (const person of Object.values(people)) expect(received(person).map((event) => event.type)).toContain(type)
  })

  it.each(acts)('a file that is %s reaches no others', async (_what, type, act) => {
    const fresh = await makeFile()
    await assign(test.db, fresh.file, people.excludedFromOther, null)
    const received = await receivedDuring(() => act(fresh), [fresh])
    expect(received(people.guestOfFolder).map((event) => event.type)).toContain(type)
    // Tags belong to the workspace: all its people are notified of a change, without its location.
    const isElsewhere = (event: ReceivedEvent) => event.data !== '{"project_id":null}'
    expect(received(people.guestOfFile).filter(isElsewhere)).toEqual([])
    // Everyone with a role on the folder sees its speakers, but not the file that added one. A person whose exclusion
    // ended gets an event to subscribe to the folder's channel.
    const unnamed = { 'speakers.changed': ['{"speaker_ids":[]}', '{}'], 'files.deleted': ['{}'] }
    const isNamed = ({ data }: ReceivedEvent) => !(unnamed as Record<string, string[]>)[type]?.includes(data)
    expect(received(people.excludedFromOther).filter(isElsewhere).filter(isNamed)).toEqual([])
  })

  it('an upload or a new sub-folder is not announced to the guest of a file', async () => {
    const received = await receivedDuring(async () => {
      await test.succeed(workspace.createFolder, { params: { id: folder.itemId }, body: { name: '下' } }, owner)
      await requestTestUpload(test, folder, owner, 12)
    })
    expect(received(people.guestOfFolder).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['items.changed', 'file.updated']),
    )
    expect(received(people.guestOfFile)).toEqual([])
  })
})
