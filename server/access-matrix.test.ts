// Calls every operation of the contract as everyone without access to its objects. The rows come from the contract, so
// that a new operation is tested automatically; an operation on objects needs its input here.
import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { everyOperation } from '@kaiwa/contract/every-operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIds } from './test/address-ids.ts'
import { atOnce } from './test/at-once.ts'
import { connectTrial } from './test/factories/crm.ts'
import { populateWorkspace } from './test/factories/populated-workspace.ts'
import { insertTestInvoice } from './test/factories/invoices.ts'
import { assign, createFile, createFolder, rootOf } from './test/factories/items.ts'
import { storeStream } from './test/factories/recordings.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { sendLate } from './test/send-late.ts'
import { inputOf, type OperationInputs } from './test/operation-inputs.ts'
import { lockTree } from './tree/store/items.ts'

const closed = everyOperation.filter(({ access }) => access !== 'public')
/** Operations on an object that the path names. */
const aboutThings = closed.filter(({ path }) => path.includes('{'))

function named(all: readonly Operation[]) {
  return all.map((operation) => [operation.name, operation] as const)
}

/** Part of every text that must not be disclosed. */
const MARK = '社外秘'

let test: TestApp
let ids: Record<string, number>
let uuid: string
let company: TestOwner
let tokens: Record<
  | 'otherWorkspace'
  | 'guest'
  | 'guestOfFile'
  | 'excluded'
  | 'member'
  | 'editor'
  | 'viewer'
  | 'disabled'
  | 'revoked'
  | 'removed'
  | 'owner',
  string
>

async function memberIdOf({ id: userId }: Pick<TestUser, 'id'>): Promise<number> {
  const { id } = await test.db
    .selectFrom('workspace_members')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  test = await openTestApp()
  const { db } = test
  const owner = await createOwner(db, { last_name: MARK })
  company = owner
  const { folder, other, file, ...rest } = await populateWorkspace(db, owner, MARK)
  await storeStream(test.app.storage, file)
  const { transcriptId, speakerIds, uploadId, categoryId, tagId, notificationId } = rest
  const deleted = await createFolder(db, rootOf(owner), { creator: owner, name: `${MARK}の過去` })
  await test.succeed(contract.workspace.deleteItem, { params: { id: deleted.itemId } }, owner)
  uuid = rest.blockUuids[0]!
  // A draft of the owner from an edit mode that has ended.
  const editing = { projectId: folder.projectId, fileId: file.id }
  const { lock } = await test.succeed(contract.transcriptEdits.requestLock, { params: editing, body: {} }, owner)
  const block = { uuid, content: MARK, start_time: 0, end_time: 1, terms: [], tags: [], is_break: false }
  const put = [{ ...block, speaker_id: null, section_name: null, previous: null }]
  await test.succeed(
    contract.drafts.saveDraft,
    {
      params: { id: transcriptId, lockVersion: lock.version },
      body: { revision: 0, since: 0, key: 'matrix', put },
    },
    owner,
  )
  await test.succeed(contract.transcriptEdits.releaseLock, { params: editing }, owner)
  const viewer = await createMember(db, owner, ROLE.guest)
  await assign(db, folder, viewer, ROLE.viewer)
  // Sees one file and the name of its folder.
  const guestOfFile = await createMember(db, owner, ROLE.guest)
  await assign(db, await createFile(db, folder, { creator: owner, title: '公開分' }), guestOfFile, ROLE.editor)
  const excluded = await createMember(db, owner, ROLE.guest)
  await assign(db, folder, excluded, ROLE.viewer)
  await assign(db, file, excluded, null)
  const editor = await createMember(db, owner, ROLE.guest)
  await assign(db, await createFolder(db, rootOf(owner), { creator: owner }), editor, ROLE.editor)
  const removed = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('workspace_members').where('user_id', '=', removed.id).execute()
  const revoked = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('sessions').where('user_id', '=', revoked.id).execute()
  const notification = { type: 'project-file-completed', topic: 'matrix', item_id: file.itemId, event_id: 0 }
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).executeTakeFirstOrThrow()
  const tokenOf = async (user: { id: number; token: string }) => {
    // Notifications from the time when they had access.
    await db
      .insertInto('notifications')
      .values({ ...notification, user_id: user.id, actor_id: owner.id })
      .execute()
    return user.token
  }
  tokens = {
    owner: owner.token,
    otherWorkspace: await tokenOf(await createOwner(db)),
    guest: await tokenOf(await createMember(db, owner, ROLE.guest)),
    member: await tokenOf(await createMember(db, owner, ROLE.member)),
    // Editor of another item below the same root.
    editor: await tokenOf(editor),
    guestOfFile: await tokenOf(guestOfFile),
    excluded: await tokenOf(excluded),
    viewer: viewer.token,
    disabled: (await createMember(db, owner, ROLE.manager, { isDisabled: true })).token,
    revoked: revoked.token,
    removed: await tokenOf(removed),
  }
  ids = {
    items: folder.itemId,
    itemId: folder.itemId,
    destinationId: other.itemId,
    projects: folder.projectId,
    projectId: folder.projectId,
    files: file.id,
    fileId: file.id,
    transcripts: transcriptId,
    speakerId: speakerIds[0] as number,
    otherSpeakerId: speakerIds[1] as number,
    categoryId,
    tagId,
    uploadId,
    notifications: notificationId,
    sessions: session.id,
    trash: deleted.itemId,
    revision: 0,
    lockVersion: lock.version,
    userId: viewer.id,
    memberId: await memberIdOf(viewer),
    threadId: rest.threadId,
    commentId: rest.commentId,
    chatId: rest.chatId,
    projectFileId: file.id,
    dealId: await connectTrial(test, owner),
    generationId: rest.generationId,
    billingHistoryId: await insertTestInvoice(db, owner.workspaceId),
    messageId: rest.messageId,
    requestId: 1,
    subscriptionId: 1,
    invoiceId: 1,
  }
})
afterAll(() => test.close())

function idOf(name: string): number {
  const id = ids[name]
  if (id === undefined) throw new Error(`The matrix has no ${name}`)
  return id
}

/** Query and body that an operation needs to pass validation, so that its rules are checked. */
function inputs(): OperationInputs {
  const person = { to_email: 'new@kaiwa.example' }
  const report = { first_condition: 'speakers', second_condition: 'sentence' } as const
  const range = { block_uuid: uuid, tag_id: 1, offset: 0, text: MARK, tag_uuid: randomUUID() }
  return {
    addWorkspaceMembers: { body: { emails: 'more@kaiwa.example', role: ROLE.member } },
    agreeToProvider: { body: { host: 'api.kaiwa.example' } },
    withdrawFromProvider: { query: { host: 'api.kaiwa.example' } },
    changeBlockSpeaker: {
      body: { type: 'multi', block_uuid: uuid, speaker_id: idOf('speakerId'), child_block_uuids: [] },
    },
    addPoint: { body: { session_id: 'none' } },
    buyPoint: { body: { point: 1000 } },
    changeLanguage: { body: { language: 'en' } },
    changeSection: { body: { block_uuid: uuid, section_name: null } },
    changeSentiment: { body: { block_uuid: uuid, sentiment: 1 } },
    changeWorkspaceRole: { body: { user_id: idOf('userId'), role: ROLE.member } },
    confirmSubscription: { body: { session_id: 'none' } },
    createChat: { body: { title: '質問' } },
    createCommentThread: { body: { block_uuid: uuid, start_offset: 0, text: MARK, body: '確認' } },
    createFileSpeaker: { body: { name: '鈴木' } },
    createFolder: { body: { name: '見積もり' } },
    createFolderTag: { body: { name: '要望', appearance: '#FD6F2C', tag_category_id: idOf('categoryId') } },
    createProjectSpeaker: { body: { name: '鈴木' } },
    createTag: { body: { name: '要望', appearance: '#FD6F2C', tag_category_id: idOf('categoryId') } },
    createTagCategory: { body: { name: '見積もり' } },
    deleteFiles: { query: { 'ids[]': idOf('files') } },
    deleteFolderTag: { query: { tagId: idOf('tagId') } },
    deleteTag: { query: { tagId: idOf('tagId') } },
    detachEditor: { query: { user_id: idOf('userId') } },
    changeSummarySetting: { body: { is_on: false } },
    editComment: { body: { body: '確認' } },
    editSummary: { body: { part: 'overview', version: 1, items: [] } },
    exportClip: { query: { start: 0, end: 1 } },
    exportReport: { query: report },
    exportTranscript: { query: { format: 'json' } },
    generateCrmDeal: { body: { projectFileId: idOf('files'), selectedProperties: ['amount'] } },
    getCrmDeal: { query: { projectFileId: idOf('files') } },
    getReportTable: { query: { ...report, scope: 'below' } },
    getTranscriptChanges: { query: { since: 0 } },
    inviteMember: { body: { ...person, temp_role_id: ROLE.viewer } },
    listComments: { query: { 'thread_ids[]': idOf('threadId') } },
    listFolderTalk: { query: { scope: 'below' } },
    listHits: { query: { query: MARK } },
    listReportRows: { query: { ...report, scope: 'below' } },
    mergeSpeakers: {
      body: {
        project_id: idOf('projects'),
        target_speaker_id: idOf('speakerId'),
        destination_speaker_id: idOf('otherSpeakerId'),
      },
    },
    moveItems: { body: { target_item_ids: [idOf('items')] } },
    moveTag: {
      body: {
        src_category_id: idOf('categoryId'),
        src_tag_index: 0,
        des_category_id: idOf('categoryId'),
        des_tag_index: 0,
      },
    },
    openMembershipCheckout: { body: { back_url: '/payment' } },
    openPointCheckout: { body: { back_url: '/payment', point: 1000 } },
    previewExport: { query: { format: 'json' } },
    reactToChatMessage: { body: { react: 'like' } },
    removeMember: { body: person },
    renameChat: { body: { title: '別の質問' } },
    sendChatMessage: { body: { content: '何と言いましたか' } },
    removeWorkspaceMember: { body: { member_id: idOf('memberId') } },
    renameFile: { body: { title: '初回' } },
    renameItem: { body: { name: '見積もり' } },
    renameTagCategory: { body: { name: '見積もり' } },
    replyToThread: { body: { body: '確認' } },
    requestUpload: {
      body: { files: [{ uuid: randomUUID(), name: 'a.mp3', size: 1, duration: 1, num_speaker: null }] },
    },
    resolveThread: { body: { is_resolved: true } },
    restoreItems: { body: { item_ids: [idOf('trash')] } },
    restoreTranscript: { body: { revision: 0 } },
    saveDraft: { body: { revision: 0, since: 0, key: 'matrix' } },
    saveBlocks: { body: { blocks: [], delete: [], revision: 0 } },
    saveRecording: { body: { segments: [{ offset: 0, started_at: '2026-01-01T00:00:00Z' }] } },
    searchEverywhere: { query: { query: MARK } },
    searchMembers: { query: { query: MARK } },
    tagPassages: { body: { ranges: [range] } },
    tagPassagesOfBlocks: { body: { ranges: [range] } },
    untagPassage: { body: { block_uuid: uuid, tag_id: 1 } },
    updateFolderTag: { body: { tagId: idOf('tagId'), name: '要望' } },
    updateInvitedRole: { body: { ...person, role_id: ROLE.viewer } },
    updateMemberRole: { body: { user_id: idOf('userId'), role_id: ROLE.viewer } },
    updateTag: { body: { tagId: idOf('tagId'), name: '要望' } },
    updateCrmDeal: {
      body: { projectFileId: idOf('files'), properties: { description: MARK }, base: {}, write_key: randomUUID() },
    },
    validateInvitation: { body: { email: person.to_email, role_id: ROLE.viewer } },
  }
}

/** An id that no row has. */
const NOBODY = 2_000_000_000

function ask(operation: Operation, as?: string, params = addressIds(operation, ids)) {
  const input = { ...inputOf(inputs(), operation), params }
  const sent = operation.method === 'GET' || input.body !== undefined ? input : { ...input, body: {} }
  return test.call(operation, sent, as)
}

function asText(body: unknown): string {
  return JSON.stringify(body ?? null)
}

describe('R1 callers without valid credentials get no data', () => {
  it.each(named(closed))('%s', async (_name, operation) => {
    const anonymous = await ask(operation)
    expect([anonymous.status, anonymous.error]).toEqual([401, 'E_NO_ACCESS_TOKEN'])
    const revoked = await ask(operation, tokens.revoked)
    expect([revoked.status, revoked.error]).toEqual([401, 'E_INVALID_ACCESS_TOKEN'])
    const disabled = await ask(operation, tokens.disabled)
    expect([disabled.status, disabled.error]).toEqual([403, 'E_USER_DISABLED'])
  })
})

describe('R1 a caller without access gets the answer of a missing object', () => {
  it.each(named(aboutThings))('%s', async (_name, operation) => {
    const nothing = Object.fromEntries(Object.keys(addressIds(operation, ids)).map((name) => [name, NOBODY]))
    for (const who of ['otherWorkspace', 'guest', 'editor', 'removed'] as const) {
      const answer = await ask(operation, tokens[who])
      const missing = await ask(operation, tokens[who], nothing)
      expect([who, answer.status, answer.body]).toEqual([who, missing.status, missing.body])
      expect([403, 404, 422]).toContain(answer.status)
      // Callers with a workspace reach the check for existence.
      if (who === 'otherWorkspace')
        expect(answer.error).toBe(operation.access === 'operator' ? 'E_FORBIDDEN' : 'E_NOT_FOUND')
    }
  })
})

/** Operations on a file, its transcript, its comments or a notification. */
const aboutFile = aboutThings.filter(({ path }) =>
  /files\/\{|transcripts\/\{|\{fileId\}|notifications\/\{|\{threadId\}|\{commentId\}/.test(path),
)

/** PERM-30: everyone with a role in a folder changes its speakers. */
const openToViewers = new Set(['updateSpeaker', 'uploadSpeakerAvatar'])
/** Everyone who sees a file may ask about it. */
const openToAskers = new Set(['createChat'])
/** Everyone who sees a file may comment on it. */
const openToReaders = new Set(['createCommentThread', 'replyToThread'])

describe('R1 a user who sees the folder but not the file gets the answers of a missing file', () => {
  it.each(named(aboutFile))('%s', async (_name, operation) => {
    const address = addressIds(operation, ids)
    const ofFile =
      operation.path.startsWith('/transcripts') || operation.path.startsWith('/notifications')
        ? 'id'
        : /\{fileId\}/.test(operation.path)
          ? 'fileId'
          : (/threadId|commentId|projectFileId/.exec(operation.path)?.[0] ?? 'id')
    for (const who of ['guestOfFile', 'excluded'] as const) {
      const answer = await ask(operation, tokens[who])
      const missing = await ask(operation, tokens[who], { ...address, [ofFile]: NOBODY })
      expect([who, answer.status, answer.body]).toEqual([who, missing.status, missing.body])
      expect([who, answer.error]).toEqual([who, 'E_NOT_FOUND'])
    }
  })

  it('the folder lists only the files that they see', async () => {
    for (const [who, titles] of [
      ['guestOfFile', ['公開分']],
      ['excluded', ['公開分', `${MARK}の録音`]],
    ] as const) {
      const { data } = await test.succeed(
        contract.workspace.listFiles,
        { params: { id: idOf('projects') } },
        tokens[who],
      )
      const listed = data.map(({ title }) => title)
      expect([who, listed.toSorted()]).toEqual([who, titles])
    }
  })

  it.each(named(closed.filter(({ method }) => method === 'GET').filter((operation) => !aboutFile.includes(operation))))(
    '%s does not reveal the file',
    async (_name, operation) => {
      for (const who of ['guestOfFile', 'excluded'] as const) {
        const { body } = await ask(operation, tokens[who])
        for (const secret of ['の訪問', 'の話', 'の話者']) expect([who, asText(body)]).not.toContain(`${MARK}${secret}`)
      }
    },
  )

  it.each(named(aboutThings.filter(({ method }) => method !== 'GET')))('%s is refused', async (_name, operation) => {
    for (const who of ['guestOfFile', 'excluded'] as const) {
      if (openToAskers.has(operation.name)) continue
      if (who === 'excluded' && openToViewers.has(operation.name)) continue
      const { status } = await ask(operation, tokens[who])
      expect([who, 403, 404, 409]).toEqual(expect.arrayContaining([who, status]))
    }
  })
})

describe('R1 a user removed or lowered concurrently gets the answers of a removed or lowered user', () => {
  const inTree = [
    contract.workspace.createFolder,
    contract.workspace.moveItems,
    contract.workspace.deleteItem,
    contract.files.deleteFile,
    contract.files.deleteFiles,
    contract.uploads.requestUpload,
    contract.trash.restoreItems,
    contract.sharing.inviteMember,
    contract.sharing.updateInvitedRole,
    contract.sharing.updateMemberRole,
    contract.sharing.detachEditor,
    contract.sharing.removeMember,
    contract.members.addWorkspaceMembers,
    contract.members.changeWorkspaceRole,
    contract.members.removeWorkspaceMember,
  ]
  const meeting = async (operation: Operation, end: (manager: TestUser) => Promise<unknown>) => {
    const manager = await createMember(test.db, company, ROLE.manager)
    const { answers, waited } = await atOnce<unknown>(test.db, (trx) => lockTree(trx, company.workspaceId), [
      () => end(manager),
      () => ask(operation, manager.token),
    ])
    // Both calls were authenticated before either changed anything.
    expect(waited).toBe(2)
    return answers[1] as Awaited<ReturnType<typeof ask>>
  }

  it.each(named(inTree))('%s', async (_name, operation) => {
    const removed = await meeting(operation, async (manager) => {
      const body = { member_id: await memberIdOf(manager) }
      return test.succeed(contract.members.removeWorkspaceMember, { body }, company)
    })
    const before = await ask(operation, tokens.removed)
    expect([removed.status, removed.body]).toEqual([before.status, before.body])
    const lowered = await meeting(operation, (manager) =>
      test.succeed(contract.members.changeWorkspaceRole, { body: { user_id: manager.id, role: ROLE.guest } }, company),
    )
    const guest = await ask(operation, tokens.guest)
    expect([lowered.status, lowered.body]).toEqual([guest.status, guest.body])
  })
})

/** Operations on objects that their body names. */
const byBody = [
  'changeBlockSpeaker',
  'changeSection',
  'changeSentiment',
  'createTagCategory',
  'mergeSpeakers',
  'moveTag',
  'restoreItems',
]

describe('R1 a caller removed while the request body is arriving gets the answers of a removed user', () => {
  // A retry of a processed file and a change of another person's comment are refused before the body is read.
  const early = ['retryFile', 'editComment']
  const late = closed.filter(
    ({ name, path, method, access }) =>
      // Calls of operators are refused before the body is read.
      access !== 'operator' &&
      method !== 'GET' &&
      !early.includes(name) &&
      (path.includes('{') || byBody.includes(name)),
  )
  it.each(named(late))('%s', async (_name, operation) => {
    const manager = await createMember(test.db, company, ROLE.manager)
    const remove = async () => {
      const body = { member_id: await memberIdOf(manager) }
      return test.succeed(contract.members.removeWorkspaceMember, { body }, company)
    }
    const { query, body = {} } = inputOf(inputs(), operation) ?? {}
    const address = addressIds(operation, ids)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => String(address[id]))
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
      : ''
    const isForm = operation.consumes === 'multipart'
    const sent = {
      method: operation.method,
      path: path + search,
      type: isForm ? 'multipart/form-data; boundary=line' : 'application/json',
      body: isForm ? '--line--\r\n' : JSON.stringify(body),
    }
    const answer = await sendLate(test, sent, manager, remove)
    const removed = await ask(operation, tokens.removed)
    expect([answer.status, answer.body]).toEqual([removed.status, removed.body])
  })
})

describe('R1 lists and searches without an object in the path return only visible objects', () => {
  it.each(named(closed.filter(({ path, method }) => method === 'GET' && !path.includes('{'))))(
    '%s',
    async (_name, operation) => {
      for (const who of ['otherWorkspace', 'removed'] as const) {
        const { body } = await ask(operation, tokens[who])
        expect(asText(body)).not.toContain(MARK)
      }
    },
  )
})

/** Categories belong to the workspace, not to a file; its members may edit them (docs/permissions.md). */
const keptByMembers = new Set(['renameTagCategory', 'deleteTagCategory'])

describe('R1 a viewer changes nothing, and a member does not change objects of others', () => {
  it.each(named(aboutThings.filter(({ method }) => method !== 'GET')))('%s', async (_name, operation) => {
    for (const who of ['viewer', 'member'] as const) {
      if (who === 'member' && keptByMembers.has(operation.name)) continue
      if (openToAskers.has(operation.name)) continue
      if (openToViewers.has(operation.name) || openToReaders.has(operation.name)) continue
      const { status } = await ask(operation, tokens[who])
      expect([who, 403, 404, 409]).toEqual(expect.arrayContaining([who, status]))
    }
  })
})

it('R1 the owner gets answers, so the refusals above depend on the caller', async () => {
  const reading = aboutThings.filter(({ method, access }) => method === 'GET' && access !== 'operator')
  for (const operation of reading) {
    const { status } = await ask(operation, tokens.owner)
    expect([operation.name, status]).toEqual([operation.name, operation.status])
  }
})

it('R1 other editors of a file can neither list, read nor delete a draft', async () => {
  const params = { id: idOf('transcripts'), lockVersion: idOf('lockVersion') }
  const manager = await createMember(test.db, company, ROLE.manager)
  expect(await test.succeed(contract.drafts.listDrafts, { params }, manager)).toEqual({ data: [] })
  const missing = { ...params, lockVersion: 999 }
  const read = async (draft: typeof params) => {
    const { status, body } = await test.call(contract.drafts.getDraft, { params: draft }, manager)
    return { status, body }
  }
  expect(await read(params)).toEqual(await read(missing))
  await test.succeed(contract.drafts.deleteDraft, { params }, manager)
  const { changes } = await test.succeed(contract.drafts.getDraft, { params }, tokens.owner)
  expect(changes).toMatchObject([{ uuid, after: { content: MARK } }])
})

it('R1 objects in the trash are missing for everyone, including the owner', async () => {
  await test.succeed(contract.workspace.deleteItem, { params: { id: ids['items'] ?? 0 } }, tokens.owner)
  const inTree = /\b(items|projects|files|transcripts|speakers|uploads|comment-threads|comments)\/\{/
  const ofTree = aboutThings.filter(({ path }) => inTree.test(path))
  expect(ofTree.length).toBeGreaterThan(30)
  for (const operation of ofTree) {
    const nothing = Object.fromEntries(Object.keys(addressIds(operation, ids)).map((name) => [name, NOBODY]))
    const answer = await ask(operation, tokens.owner)
    const missing = await ask(operation, tokens.owner, nothing)
    expect([operation.name, answer.status, answer.body]).toEqual([operation.name, missing.status, missing.body])
    expect([operation.name, answer.error]).toEqual([operation.name, 'E_NOT_FOUND'])
  }
})

describe('ADMIN-04 calls of operators are refused to every role of every workspace', () => {
  it.each(named(closed.filter(({ access }) => access === 'operator')))('%s', async (_name, operation) => {
    for (const who of ['owner', 'otherWorkspace', 'guest', 'member', 'editor', 'viewer', 'removed'] as const) {
      const { status, error, body } = await ask(operation, tokens[who])
      expect([who, status, error, body]).toEqual([
        who,
        403,
        'E_FORBIDDEN',
        { error: 'E_FORBIDDEN', reason: 'operator' },
      ])
    }
  })
})
