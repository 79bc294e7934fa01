// Calls that wait while their caller loses the required rights: for a row or a lock that another transaction holds, or for
// a turn. They get the answer of a caller without rights, and change nothing.
import { changeSentiment } from '@kaiwa/contract/analysis.ts'
import { sendChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { createChat } from '@kaiwa/contract/chats.ts'
import { removeCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { createCommentThread, deleteComment, replyToThread, resolveThread } from '@kaiwa/contract/comments.ts'
import { renameFile } from '@kaiwa/contract/files.ts'
import { getTranscriptRevision } from '@kaiwa/contract/history.ts'
import { getReportTable, listReportRows } from '@kaiwa/contract/reports.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { mergeSpeakers } from '@kaiwa/contract/speakers.ts'
import { cancelSummary, editSummary } from '@kaiwa/contract/summaries.ts'
import { listFolderTalk } from '@kaiwa/contract/talk.ts'
import {
  createTag,
  createTagCategory,
  deleteTag,
  deleteTagCategory,
  listTagBlocks,
  moveTag,
  renameTagCategory,
  updateTag,
} from '@kaiwa/contract/tags.ts'
import { getTranscriptParts } from '@kaiwa/contract/transcript-parts.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { renameItem } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockWorkspace } from './billing/store/usage.ts'
import { renderExport } from './exchange/render-export.ts'
import { lockFile } from './files/store/files.ts'
import type { Trx } from './platform/database/database.ts'
import { openSnapshot } from './platform/database/snapshot.ts'
import { FairQueue } from './platform/fair-queue.ts'
import { lockTags } from './tags/store/tags.ts'
import { atOnce } from './test/at-once.ts'
import { createEditingFixture, type EditingFixture, readFixture } from './test/factories/editing-fixture.ts'
import { createMember, type TestUser } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

interface Answer {
  status: number
  error?: string | undefined
}

interface Commented {
  threadId: number
  commentId: number
  passage: { block_uuid: string; start_offset: number; text: string }
}

type World = EditingFixture & Commented & { tagId: number; categoryId: number }

async function createWorld(): Promise<World> {
  const fixture = await createEditingFixture(test)
  const body = { name: '課題' }
  const tag = await test.succeed(createTag, { params: { fileId: fixture.file.id }, body }, fixture.owner)
  await test.db.updateTable('speakers').set({ is_manual: true }).where('id', 'in', fixture.speakerIds).execute()
  const [block] = (await readFixture(test, fixture)).blocks
  const passage = { block_uuid: block!.uuid, start_offset: 0, text: block!.content.slice(0, 2) }
  const thread = await test.succeed(
    createCommentThread,
    { params: { fileId: fixture.file.id }, body: { ...passage, body: '確認' } },
    fixture.owner,
  )
  const commented = { threadId: thread.id, commentId: thread.comments[0]!.id, passage }
  return { ...fixture, ...commented, tagId: tag.id, categoryId: tag.tag_category_id }
}

const endings: Record<string, (trx: Trx, person: TestUser) => Promise<unknown>> = {
  'the workspace role': (trx, { id }) =>
    trx.updateTable('workspace_members').set({ role_id: ROLE.guest }).where('user_id', '=', id).execute(),
  'the membership': (trx, { id }) => trx.deleteFrom('workspace_members').where('user_id', '=', id).execute(),
  'the session': (trx, { id }) => trx.deleteFrom('sessions').where('user_id', '=', id).execute(),
}

function tagsHeld(trx: Trx, { owner }: World) {
  return lockTags(trx, owner.actor)
}

function fileHeld(trx: Trx, { file }: World) {
  return lockFile(trx, file.id)
}

function folderHeld(trx: Trx, { folder }: World) {
  return trx.selectFrom('projects').select('id').where('id', '=', folder.projectId).forUpdate().execute()
}

function speakersHeld(trx: Trx, { speakerIds }: World) {
  return trx.selectFrom('speakers').select('id').where('id', 'in', speakerIds).forUpdate().execute()
}

async function renameSpeaker({ speakerIds: [id] }: World, { token }: TestUser): Promise<Answer> {
  const form = new FormData()
  form.set('name', '別の人')
  const request = new Response(form)
  const { statusCode, body } = await test.http.inject({
    method: 'POST',
    url: `/api/speakers/${id}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: statusCode, error: (JSON.parse(body) as { error?: string }).error }
}

interface Wait {
  hold: (trx: Trx, world: World) => Promise<unknown>
  call: (world: World, person: TestUser) => Promise<Answer>
  /** The refusal of a guest and of a removed member; default: E_NOT_FOUND. */
  error?: string
}
const waits: Record<string, Wait> = {
  'new tag': {
    hold: tagsHeld,
    call: ({ file }, as) => test.call(createTag, { params: { fileId: file.id }, body: { name: '要望' } }, as),
  },
  'change of a tag': {
    hold: tagsHeld,
    call: ({ file, tagId }, as) =>
      test.call(updateTag, { params: { fileId: file.id }, body: { tagId, name: '要望' } }, as),
  },
  'deletion of a tag': {
    hold: tagsHeld,
    call: ({ file, tagId }, as) => test.call(deleteTag, { params: { fileId: file.id }, query: { tagId } }, as),
  },
  'new category': {
    hold: tagsHeld,
    call: (_, as) => test.call(createTagCategory, { body: { name: '分類' } }, as),
    error: 'E_FORBIDDEN',
  },
  'change of a category': {
    hold: tagsHeld,
    call: ({ categoryId }, as) => test.call(renameTagCategory, { params: { categoryId }, body: { name: '別' } }, as),
  },
  'deletion of a category': {
    hold: tagsHeld,
    call: ({ categoryId }, as) => test.call(deleteTagCategory, { params: { categoryId } }, as),
  },
  'change of the order of tags': {
    hold: tagsHeld,
    call: ({ categoryId: id }, as) => {
      const body = { src_category_id: id, src_tag_index: 0, des_category_id: id, des_tag_index: 0 }
      return test.call(moveTag, { body }, as)
    },
  },
  'change of a file’s title': {
    hold: fileHeld,
    call: ({ file }, as) =>
      test.call(renameFile, { params: { projectId: file.projectId, id: file.id }, body: { title: '別' } }, as),
  },
  'change of a folder’s name': {
    hold: folderHeld,
    call: ({ folder }, as) => test.call(renameItem, { params: { id: folder.itemId }, body: { name: '別' } }, as),
  },
  'change of an emotion': {
    hold: fileHeld,
    call: ({ passage: { block_uuid } }, as) => test.call(changeSentiment, { body: { block_uuid, sentiment: 1 } }, as),
  },
  'new thread of comments': {
    hold: fileHeld,
    call: ({ file, passage }, as) =>
      test.call(createCommentThread, { params: { fileId: file.id }, body: { ...passage, body: '確認' } }, as),
  },
  'answer to a comment': {
    hold: fileHeld,
    call: ({ threadId }, as) => test.call(replyToThread, { params: { threadId }, body: { body: '承知' } }, as),
  },
  'resolution of a thread': {
    hold: fileHeld,
    call: ({ threadId }, as) => test.call(resolveThread, { params: { threadId }, body: { is_resolved: true } }, as),
  },
  'deletion of a comment': {
    hold: fileHeld,
    call: ({ commentId }, as) => test.call(deleteComment, { params: { commentId } }, as),
  },
  'question to the assistant': {
    hold: (trx, { owner }) => lockWorkspace(trx, owner.workspaceId),
    call: async ({ folder }, as) => {
      const params = { projectId: folder.projectId }
      const chat = await test.succeed(createChat, { params, body: { title: '質問' } }, as)
      return test.call(sendChatMessage, { params: { chatId: chat.id }, body: { content: '課題は' } }, as)
    },
  },
  'comparison of talk': {
    hold: (trx, { transcriptId }) =>
      trx.selectFrom('transcripts').select('id').where('id', '=', transcriptId).forUpdate().execute(),
    call: ({ folder }, as) => test.call(listFolderTalk, { params: { projectId: folder.projectId }, query: {} }, as),
  },
  'edit of a summary': {
    hold: fileHeld,
    call: ({ file }, as) => {
      const items = [{ id: null, text: '要点' }]
      return test.call(editSummary, { params: { fileId: file.id }, body: { part: 'overview', version: 0, items } }, as)
    },
  },
  'end of the generation of a summary': {
    hold: fileHeld,
    call: ({ file }, as) => test.call(cancelSummary, { params: { fileId: file.id } }, as),
  },
  'removal of the deal of a file': {
    hold: fileHeld,
    call: ({ file }, as) => test.call(removeCrmFileDeal, { params: { projectFileId: file.id } }, as),
  },
  'change of a speaker': { hold: speakersHeld, call: renameSpeaker },
  'merge of two speakers': {
    hold: speakersHeld,
    call: ({ folder, speakerIds: [first, second] }, as) => {
      const body = { project_id: folder.projectId, target_speaker_id: first!, destination_speaker_id: second! }
      return test.call(mergeSpeakers, { body }, as)
    },
  },
}

describe.each(Object.entries(waits))('R1 a %s that waits', (_name, { hold, call, error = 'E_NOT_FOUND' }) => {
  it.each(Object.entries(endings))('is refused when %s ends during the wait', async (ending, end) => {
    const world = await createWorld()
    const manager = await createMember(test.db, world.owner, ROLE.manager)
    const holding = async (trx: Trx) => {
      await hold(trx, world)
      await end(trx, manager)
    }
    const { answers, waited } = await atOnce(test.db, holding, [() => call(world, manager)])
    const refusal = ending === 'the session' ? 'E_INVALID_ACCESS_TOKEN' : error
    expect([answers[0]?.error, waited]).toEqual([refusal, 1])
    expect((await call(world, await createMember(test.db, world.owner, ROLE.manager))).error).toBeUndefined()
  })
})

it('R1 a long export that waited in the queue reads nothing if its caller was removed during the wait', async () => {
  const { file, owner } = await createWorld()
  const manager = await createMember(test.db, owner, ROLE.manager)
  const order = { actor: manager.actor, fileId: file.id, query: { format: 'txt' } } as Parameters<
    typeof renderExport
  >[1]
  expect((await renderExport(test.db, order)).length).toBeGreaterThan(0)
  await test.db.deleteFrom('workspace_members').where('user_id', '=', manager.id).execute()
  await expect(renderExport(test.db, order)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  await test.db.deleteFrom('sessions').where('user_id', '=', manager.id).execute()
  await expect(renderExport(test.db, order)).rejects.toMatchObject({ code: 'E_INVALID_ACCESS_TOKEN' })
})

const REPORT = { first_condition: 'speakers', second_condition: 'sentence' } as const

const answersInParts: Record<string, (world: World, person: TestUser) => Promise<Answer>> = {
  'a transcript': ({ file }, as) => test.call(getTranscript, { params: { fileId: file.id } }, as),
  'a transcript in parts': ({ file }, as) => test.call(getTranscriptParts, { params: { fileId: file.id } }, as),
  'a version': ({ transcriptId }, as) =>
    test.call(getTranscriptRevision, { params: { id: transcriptId, revision: 0 } }, as),
  'passages of a tag': ({ folder, tagId }, as) =>
    test.call(listTagBlocks, { params: { projectId: folder.projectId }, query: { tag_id: tagId } }, as),
  'a report': ({ folder }, as) =>
    test.call(listReportRows, { params: { projectId: folder.projectId }, query: REPORT }, as),
  'the table of a report': ({ folder }, as) =>
    test.call(getReportTable, { params: { projectId: folder.projectId }, query: REPORT }, as),
}

describe.each(Object.entries(answersInParts))('R1 %s that waits for a snapshot', (_name, call) => {
  it.each(['the membership', 'the session'])('is refused when %s ends during the wait', async (ending) => {
    const world = await createWorld()
    const manager = await createMember(test.db, world.owner, ROLE.manager)
    const { id: accountId, workspaceId } = world.owner
    // All snapshots that one workspace may hold.
    const held = await Promise.all([1, 2, 3].map(() => openSnapshot(test.app, { accountId, workspaceId })))
    const take = vi.spyOn(FairQueue.prototype, 'take')
    const answer = call(world, manager)
    await expect.poll(() => take.mock.calls.some(([turn]) => turn.accountId === manager.id)).toBe(true)
    take.mockRestore()
    await test.db.transaction().execute((trx) => endings[ending]!(trx, manager))
    for (const snapshot of held) await snapshot.close()
    expect((await answer).error).toBe(ending === 'the session' ? 'E_INVALID_ACCESS_TOKEN' : 'E_NOT_FOUND')
  })
})
