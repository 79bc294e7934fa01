// Requests with ids of another workspace in the query or body. Each is answered like an id that does not exist, and
// nothing in the other workspace changes. The contract determines which operations take ids; this file has the rest of
// their input.
import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { everyOperation } from '@kaiwa/contract/every-operation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { addressIds } from './test/address-ids.ts'
import { connectTrial, TRIAL_DESCRIPTION } from './test/factories/crm.ts'
import { populateWorkspace } from './test/factories/populated-workspace.ts'
import { createFolder, rootOf } from './test/factories/items.ts'
import { createMember, createOwner, type TestOwner } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { inputOf, type OperationInputs } from './test/operation-inputs.ts'

interface Ids {
  project: number
  item: number
  file: number
  block: string
  blockId: number
  nextBlock: string
  lastBlock: string
  speaker: number
  otherSpeaker: number
  tag: number
  category: number
  user: number
  notification: number
  trashed: number
  thread: number
  summaryItem: string
  generation: number
}

/** Ids that no row has. */
const nothing: Ids = {
  project: 2_000_000_001,
  item: 2_000_000_002,
  file: 2_000_000_003,
  block: randomUUID(),
  blockId: 2_000_000_011,
  nextBlock: randomUUID(),
  lastBlock: randomUUID(),
  speaker: 2_000_000_004,
  otherSpeaker: 2_000_000_005,
  tag: 2_000_000_006,
  category: 2_000_000_007,
  user: 2_000_000_008,
  notification: 2_000_000_009,
  trashed: 2_000_000_010,
  thread: 2_000_000_012,
  summaryItem: randomUUID(),
  generation: 2_000_000_013,
}

interface WorkspaceFixture {
  owner: TestOwner
  ids: Ids
  address: Record<string, number>
}

async function build(test: TestApp, mark: string): Promise<WorkspaceFixture> {
  const { db, succeed } = test
  const owner = await createOwner(db)
  const { folder, other, file, transcriptId, speakerIds, blockUuids, ...made } = await populateWorkspace(
    db,
    owner,
    mark,
  )
  const deleted = await createFolder(db, rootOf(owner), { creator: owner })
  await succeed(contract.workspace.deleteItem, { params: { id: deleted.itemId } }, owner)
  const first = await db.selectFrom('blocks').select('id').where('uuid', '=', blockUuids[0]!).executeTakeFirstOrThrow()
  const member = await createMember(db, owner, ROLE.guest)
  const person = { to_email: member.email, temp_role_id: ROLE.viewer }
  await succeed(contract.sharing.inviteMember, { params: { itemId: folder.itemId }, body: person }, owner)
  await succeed(
    contract.transcriptEdits.requestLock,
    { params: { projectId: folder.projectId, fileId: file.id }, body: {} },
    owner,
  )
  return {
    owner,
    address: {
      items: folder.itemId,
      itemId: folder.itemId,
      destinationId: other.itemId,
      projects: folder.projectId,
      projectId: folder.projectId,
      files: file.id,
      fileId: file.id,
      transcripts: transcriptId,
      revision: 0,
      lockVersion: 1,
      threadId: made.threadId,
      commentId: made.commentId,
      chatId: made.chatId,
      projectFileId: file.id,
      dealId: await connectTrial(test, owner),
      generationId: made.generationId,
      messageId: made.messageId,
    },
    ids: {
      project: folder.projectId,
      item: folder.itemId,
      file: file.id,
      block: blockUuids[0]!,
      blockId: first.id,
      nextBlock: blockUuids[1]!,
      lastBlock: blockUuids[2]!,
      speaker: speakerIds[0]!,
      otherSpeaker: speakerIds[1]!,
      tag: made.tagId,
      category: made.categoryId,
      user: member.id,
      notification: made.notificationId,
      trashed: deleted.itemId,
      thread: made.threadId,
      summaryItem: made.summaryItemId,
      generation: made.generationId,
    },
  }
}

function savedBlock(uuid: string, tag: number) {
  return {
    uuid,
    content: '直した話',
    start_time: 0,
    end_time: 1,
    terms: [],
    tags: [{ tag_id: tag, tag_uuid: randomUUID(), offset: 0, text: '直した' }],
    is_break: false,
  }
}

/** Input of each operation that takes ids in its query or body. */
function inputs(ids: Ids): OperationInputs {
  const range = { block_uuid: ids.block, tag_id: ids.tag, offset: 0, text: '自', tag_uuid: randomUUID() }
  const place = { block_uuid: ids.block, speaker_id: ids.speaker, child_block_uuids: [ids.nextBlock] }
  const mention = { body: '@山田 花子 @Hanako Yamada @花子 山田', mentions: [ids.user] }
  return {
    changeBlockSpeaker: { body: { ...place, type: 'individual' } },
    changeSection: { body: { block_uuid: ids.block, section_name: '見出し' } },
    changeSentiment: { body: { block_uuid: ids.block, sentiment: -1 } },
    changeWorkspaceRole: { body: { user_id: ids.user, role: ROLE.member } },
    createChat: {
      body: { title: '質問', project_file_ids: [ids.file], speaker_ids: [ids.speaker], template_id: 1 },
    },
    createCommentThread: { body: { block_uuid: ids.block, start_offset: 3, text: '話', ...mention } },
    createFolderTag: { body: { name: '要望', appearance: '#FD6F2C', tag_category_id: ids.category } },
    createTag: { body: { name: '要件', appearance: '#FD6F2C', tag_category_id: ids.category } },
    deleteFiles: { query: { 'ids[]': [ids.file] } },
    deleteFolderTag: { query: { tagId: ids.tag } },
    deleteTag: { query: { tagId: ids.tag } },
    detachEditor: { query: { user_id: ids.user } },
    editComment: { body: mention },
    editSummary: { body: { part: 'overview', version: 1, items: [{ id: ids.summaryItem, text: '直した要約' }] } },
    generateCrmDeal: { body: { projectFileId: ids.file, selectedProperties: ['description'] } },
    getCrmDeal: { query: { projectFileId: ids.file } },
    getCrmMaster: { query: { projectFileId: ids.file } },
    getTranscriptRevision: { query: { block_uuid: ids.block } },
    listComments: { query: { 'thread_ids[]': [ids.thread] } },
    listCommentThreads: { query: { 'thread_ids[]': [ids.thread] } },
    listChats: { query: { project_file_id: ids.file } },
    listChatMessages: { query: { from_id: 2_000_000_012 } },
    listCrmDeals: { query: { projectFileId: ids.file } },
    listTagBlocks: { query: { project_file_id: ids.file, tag_id: ids.tag } },
    listTagUsages: { query: { project_file_id: ids.file } },
    listTranscriptHistory: { query: { block_uuid: ids.block } },
    mergeSpeakers: {
      body: {
        project_id: ids.project,
        project_file_id: ids.file,
        target_speaker_id: ids.speaker,
        destination_speaker_id: ids.otherSpeaker,
      },
    },
    moveItems: { body: { target_item_ids: [ids.item] } },
    moveTag: {
      body: { src_category_id: ids.category, src_tag_index: 0, des_category_id: ids.category, des_tag_index: 0 },
    },
    readNotifications: { body: { ids: [ids.notification] } },
    removeWorkspaceMember: { body: { member_id: ids.user } },
    replyToThread: { body: mention },
    requestLock: { body: { changed_block_uuids: [ids.block] } },
    restoreItems: { body: { item_ids: [ids.trashed] } },
    restoreTranscript: { body: { revision: 0, block_uuids: [ids.block] } },
    saveDraft: {
      body: {
        revision: 0,
        since: 0,
        key: 'foreign',
        put: [{ ...savedBlock(ids.block, ids.tag), speaker_id: ids.speaker, section_name: null, previous: null }],
        delete: [ids.lastBlock],
      },
    },
    saveBlocks: {
      body: {
        blocks: [savedBlock(ids.block, ids.tag)],
        insert: [{ ...savedBlock(randomUUID(), ids.tag), position: 2, speaker_id: ids.speaker }],
        delete: [ids.lastBlock],
        speaker: [place],
        section: [{ block_uuid: ids.block, section_name: '見出し' }],
        sentiment: [{ block_uuid: ids.block, sentiment: 1, is_manual: true }],
        revision: 0,
      },
    },
    sendChatMessage: { body: { content: '何と言いましたか', template_id: 1 } },
    tagPassages: { body: { ranges: [range] } },
    tagPassagesOfBlocks: { body: { ranges: [range] } },
    untagPassage: { body: { block_uuid: ids.block, tag_id: ids.tag }, query: { block_id: ids.blockId } },
    updateCrmDeal: {
      body: {
        projectFileId: ids.file,
        properties: { description: TRIAL_DESCRIPTION },
        base: { description: TRIAL_DESCRIPTION },
        overwrite: {},
        generation_id: ids.generation,
        write_key: randomUUID(),
      },
    },
    updateFolderTag: { body: { tagId: ids.tag, name: '要望', tag_category_id: ids.category } },
    updateMemberRole: { body: { user_id: ids.user, role_id: ROLE.editor } },
    updateTag: { body: { tagId: ids.tag, name: '要望', tag_category_id: ids.category } },
  }
}

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/**
 * Created by the client: uuids of passages, new blocks, uploads and purchases. Sessions of a checkout are those of the payment
 * provider. Role ids are a fixed list.
 */
const MADE = /(^|\.)(tag_uuid|insert\.uuid|files\.uuid|request_id|session_id|\w*role_id)$/
const ID = /(^|[._])(id|ids|uuid|uuids)(\[\])?$|Ids?$|^delete$|^mentions$/

/** The fields of an operation that refer to existing objects: `blocks.tags.tag_id`. */
function idFields({ query, body }: Operation): string[] {
  const look = (shape: Shape | undefined, path: string): string[] => [
    ...Object.entries(shape?.properties ?? {}).flatMap(([field, inner]) => {
      const place = path === '' ? field : `${path}.${field}`
      return [...(ID.test(place) && !MADE.test(place) ? [place] : []), ...look(inner, place)]
    }),
    ...(shape?.items ? look(shape.items, path) : []),
    ...(shape?.anyOf ?? []).flatMap((one) => look(one, path)),
  ]
  const found = [query, body].flatMap((schema) =>
    schema ? look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, '') : [],
  )
  return [...new Set(found)]
}

/** Whether the input has a value at this path, in the first element of each list. */
function isSent(input: unknown, path: string): boolean {
  const value = path.split('.').reduce<unknown>((at, field) => {
    const one: unknown = Array.isArray(at) ? at[0] : at
    return (one as Record<string, unknown> | undefined)?.[field]
  }, input)
  return value !== undefined
}

const operations = everyOperation.filter(
  (operation) => operation.access === 'session' && idFields(operation).length > 0,
)

/** One row for each kind of id of each operation. */
const rows = operations.flatMap((operation) => {
  const plain = JSON.stringify(inputOf(inputs(nothing), operation))
  const kinds = (Object.keys(nothing) as (keyof Ids)[]).filter((kind) => plain?.includes(String(nothing[kind])))
  return kinds.map((kind) => [operation.name, kind, operation] as const)
})

let test: TestApp
let own: WorkspaceFixture
let foreign: WorkspaceFixture
beforeAll(async () => {
  test = await openTestApp()
  own = await build(test, '自社')
  foreign = await build(test, '社外秘')
})
afterAll(() => test.close())

function ask(operation: Operation, ids: Ids) {
  return test.call(
    operation,
    { ...inputOf(inputs(ids), operation), params: addressIds(operation, own.address) },
    own.owner,
  )
}

/** All data of a workspace as text. */
async function everythingOf({ owner: { workspaceId } }: WorkspaceFixture): Promise<string> {
  const { rows: found } = await sql<{ content: string }>`
    select jsonb_build_object(
      'items', (select jsonb_agg(to_jsonb(items) order by id) from items where workspace_id = ${workspaceId}),
      'roles', (select jsonb_agg(to_jsonb(r) order by r.item_id, r.user_id) from item_roles r join items i on i.id = r.item_id where i.workspace_id = ${workspaceId}),
      'members', (select jsonb_agg(to_jsonb(m) order by m.user_id) from workspace_members m where m.workspace_id = ${workspaceId}),
      'projects', (select jsonb_agg(to_jsonb(p) order by p.id) from projects p where p.workspace_id = ${workspaceId}),
      'files', (select jsonb_agg(to_jsonb(f) order by f.id) from files f where f.workspace_id = ${workspaceId}),
      'transcripts', (select jsonb_agg(to_jsonb(t) order by t.id) from transcripts t join files f on f.id = t.file_id where f.workspace_id = ${workspaceId}),
      'blocks', (select jsonb_agg(to_jsonb(b) order by b.id) from blocks b join transcripts t on t.id = b.transcript_id join files f on f.id = t.file_id where f.workspace_id = ${workspaceId}),
      'marks', (select jsonb_agg(to_jsonb(k)) from block_tags k join transcripts t on t.id = k.transcript_id join files f on f.id = t.file_id where f.workspace_id = ${workspaceId}),
      'speakers', (select jsonb_agg(to_jsonb(s) order by s.id) from speakers s where s.workspace_id = ${workspaceId}),
      'categories', (select jsonb_agg(to_jsonb(c) order by c.id) from tag_categories c where c.workspace_id = ${workspaceId}),
      'tags', (select jsonb_agg(to_jsonb(t) order by t.id) from tags t where t.workspace_id = ${workspaceId}),
      'drafts', (select jsonb_agg(to_jsonb(d)) from transcript_drafts d join transcripts t on t.id = d.transcript_id join files f on f.id = t.file_id where f.workspace_id = ${workspaceId}),
      'threads', (select jsonb_agg(to_jsonb(c) order by c.id) from comment_threads c join files f on f.id = c.file_id where f.workspace_id = ${workspaceId}),
      'comments', (select jsonb_agg(to_jsonb(c) order by c.id) from comments c join comment_threads t on t.id = c.thread_id join files f on f.id = t.file_id where f.workspace_id = ${workspaceId}),
      'chats', (select jsonb_agg(to_jsonb(c) order by c.id) from chats c where c.workspace_id = ${workspaceId}),
      'messages', (select jsonb_agg(to_jsonb(m) order by m.id) from chat_messages m join chats c on c.id = m.chat_id where c.workspace_id = ${workspaceId}),
      'summaries', (select jsonb_agg(to_jsonb(s) order by s.file_id) from summaries s join files f on f.id = s.file_id where f.workspace_id = ${workspaceId}),
      'summary_parts', (select jsonb_agg(to_jsonb(s) order by s.part) from summary_parts s join files f on f.id = s.file_id where f.workspace_id = ${workspaceId}),
      'crm', (select jsonb_agg(to_jsonb(c)) from crm_deals c where c.workspace_id = ${workspaceId}),
      'generations', (select jsonb_agg(to_jsonb(c) order by c.id) from crm_generations c where c.workspace_id = ${workspaceId}),
      'writes', (select jsonb_agg(to_jsonb(c) order by c.id) from crm_writes c where c.workspace_id = ${workspaceId}),
      'notifications', (select jsonb_agg(to_jsonb(n) order by n.id) from notifications n join workspace_members m on m.user_id = n.user_id where m.workspace_id = ${workspaceId})
    )::text as content
  `.execute(test.db)
  return found[0]?.content ?? ''
}

/** An answer without timestamps and the number of a new write. */
function comparable(body: unknown): string {
  return JSON.stringify(body ?? null)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
    .replace(/"write_id":\d+/, '"write_id":1')
}

describe('R1 ids of another workspace in query and body', () => {
  it('the inputs cover every id that an operation of the contract takes', () => {
    const missing = operations.flatMap((operation) => {
      const { query, body } = inputOf(inputs(nothing), operation) ?? {}
      const left = idFields(operation).filter((path) => !isSent(query, path) && !isSent(body, path))
      return left.map((path) => `${operation.name} ${path}`)
    })
    expect(missing).toEqual([])
  })

  it.each(rows)('%s: its %s is answered like an id that does not exist', async (_name, kind, operation) => {
    const before = await everythingOf(foreign)
    const answer = await ask(operation, { ...own.ids, [kind]: foreign.ids[kind] })
    const missing = await ask(operation, { ...own.ids, [kind]: nothing[kind] })
    expect([answer.status, comparable(answer.body)]).toEqual([missing.status, comparable(missing.body)])
    expect(comparable(answer.body)).not.toContain('社外秘')
    expect(await everythingOf(foreign)).toBe(before)
  })

  it('the same requests with own ids succeed, so the refusals above depend on the id', async () => {
    // Operations that delete objects run after those that use them.
    const ends = ['mergeSpeakers', 'moveItems', 'removeWorkspaceMember', 'deleteFolderTag', 'deleteTag', 'deleteFiles']
    // Both are based on revision 0, so the draft is stored before the first save, and this one before other changes.
    const starts = ['saveDraft', 'saveBlocks']
    const placeOf = (name: string) => (starts.includes(name) ? starts.indexOf(name) - 3 : ends.indexOf(name))
    const inOrder = operations.toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
    const answers: Record<string, number> = {}
    const ids = { ...own.ids }
    let secondTag = 0
    for (const operation of inOrder) {
      const { status, body } = await ask(operation, ids)
      answers[operation.name] = status
      // One tag for each of the two calls that delete it.
      if (operation.name === 'deleteFolderTag') ids.tag = secondTag
      if (operation.name === 'createTag') secondTag = (body as { id: number }).id
    }
    expect(answers).toEqual({
      ...Object.fromEntries(operations.map(({ name, status }) => [name, status])),
      // Refused after its ids were found: a voice can only be merged into a person.
      mergeSpeakers: 422,
    })
  })
})
