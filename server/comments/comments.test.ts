import { fileChannel } from '@kaiwa/contract/channels.ts'
import * as contract from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { listNotifications } from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { assign, createFolder, rootOf } from '../test/factories/items.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let guest: TestUser
let blocks: Awaited<ReturnType<typeof readFixture>>['blocks']
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  ;({ blocks } = await readFixture(test, fixture))
  // Sees this file only.
  guest = await createMember(test.db, people.owner, ROLE.guest, { last_name: '客', first_name: '一人' })
  await assign(test.db, fixture.file, guest, ROLE.viewer)
  await test.settle()
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function inFile() {
  return { fileId: fixture.file.id }
}

function passage(index = 1, length = 3) {
  const { uuid, content } = blocks[index]!
  return { block_uuid: uuid, start_offset: 0, text: content.slice(0, length) }
}

function start(as: Caller, body = '確認してください', more: Record<string, unknown> = {}) {
  return test.call(contract.createCommentThread, { params: inFile(), body: { ...passage(), body, ...more } }, as)
}

async function started(as: Caller, body?: string, more?: Record<string, unknown>) {
  const { status, body: thread } = await start(as, body, more)
  expect(status).toBe(201)
  return thread
}

function reply(threadId: number, as: Caller, body = '承知しました', mentions: number[] = []) {
  return test.call(contract.replyToThread, { params: { threadId }, body: { body, mentions } }, as)
}

function resolve(threadId: number, as: Caller, is_resolved = true) {
  return test.call(contract.resolveThread, { params: { threadId }, body: { is_resolved } }, as)
}

function edit(commentId: number, as: Caller, body = '直しました', mentions: number[] = []) {
  return test.call(contract.editComment, { params: { commentId }, body: { body, mentions } }, as)
}

function remove(commentId: number, as: Caller) {
  return test.call(contract.deleteComment, { params: { commentId } }, as)
}

function read(ids: readonly number[], as: Caller) {
  return test.succeed(contract.listComments, { params: inFile(), query: { 'thread_ids[]': [...ids] } }, as)
}

async function summaries(as: Caller = fixture.owner) {
  return (await test.succeed(contract.listCommentThreads, { params: inFile() }, as)).threads
}

async function threads(as: Caller = fixture.owner) {
  const ids = (await summaries(as)).map(({ id }) => id)
  return ids.length > 0 ? (await read(ids, as)).threads : []
}

describe('threads', () => {
  it('a viewer starts one on a passage, and everyone who sees the file reads and answers it', async () => {
    const { id } = await started(fixture.viewer)
    expect((await reply(id, guest)).status).toBe(201)
    const [thread, ...more] = await threads(guest)
    expect(more).toEqual([])
    expect(thread).toEqual({
      id,
      block_uuid: blocks[1]!.uuid,
      start_offset: 0,
      end_offset: 3,
      text: blocks[1]!.content.slice(0, 3),
      quote: blocks[1]!.content.slice(0, 3),
      time: expect.any(Number),
      is_removed: false,
      resolved: null,
      comments: [
        {
          id: expect.any(Number),
          author: expect.objectContaining({ id: fixture.viewer.id }),
          body: '確認してください',
          mentions: [],
          created_at: expect.stringMatching(/Z$/),
          edited_at: null,
          can: { edit: false, delete: false },
        },
        expect.objectContaining({
          author: { id: guest.id, name: '客 一人', avatar: null },
          can: { edit: true, delete: true },
        }),
      ],
      can: { reply: true, resolve: false },
    })
  })

  it('are listed in the order of the recording', async () => {
    const [late, early] = [
      await started(fixture.owner, '後', passage(4)),
      await started(fixture.owner, '前', passage(0)),
    ]
    expect((await summaries()).map(({ id }) => id)).toEqual([early.id, late.id])
    expect((await read([late.id, early.id], guest)).threads.map(({ id }) => id)).toEqual([early.id, late.id])
  })

  it('are listed with what marks their passages, without their comments', async () => {
    const { uuid, content } = blocks[0]!
    const text = `𠮷${'あ'.repeat(120)}`
    await test.db.updateTable('blocks').set({ content: text }).where('uuid', '=', uuid).execute()
    const { id } = await started(fixture.viewer, '長い', { block_uuid: uuid, start_offset: 0, text })
    await reply(id, guest)
    await resolve(id, fixture.viewer)
    expect(content).not.toBe(text)
    expect(await summaries(guest)).toEqual([
      {
        id,
        block_uuid: uuid,
        start_offset: 0,
        end_offset: 122,
        excerpt: `𠮷${'あ'.repeat(79)}`,
        time: expect.any(Number),
        is_removed: false,
        is_resolved: true,
        comment_count: 2,
      },
    ])
  })

  it('are listed by their ids, without deleted ones and those of other files', async () => {
    const [late, early, gone] = [
      await started(fixture.owner, '後', passage(4)),
      await started(fixture.owner, '前', passage(0)),
      await started(fixture.owner, '消える', passage(2)),
    ]
    await remove(gone.comments[0]!.id, fixture.owner)
    const other = await createFixtureFile(test, people)
    const { uuid, content } = (await readFixture(test, other)).blocks[0]!
    const foreign = await test.succeed(
      contract.createCommentThread,
      {
        params: { fileId: other.file.id },
        body: { block_uuid: uuid, start_offset: 0, text: content.slice(0, 2), body: '別の録音' },
      },
      other.owner,
    )
    const find = async (...ids: number[]) => {
      const input = { params: inFile(), query: { 'thread_ids[]': ids } }
      const answers = await Promise.all([
        test.succeed(contract.listCommentThreads, input, fixture.viewer),
        test.succeed(contract.listComments, input, fixture.viewer),
      ])
      const [listed, shown] = answers.map((answer) => answer.threads.map(({ id }) => id))
      expect(shown).toEqual(listed)
      return listed
    }
    expect(await find(late.id, early.id, gone.id, foreign.id)).toEqual([early.id, late.id])
    expect(await find(late.id)).toEqual([late.id])
    expect(await find(gone.id)).toEqual([])
    await started(fixture.owner, '新しい', passage(1))
    expect(await find(early.id)).toEqual([early.id])
  })

  it('are anchored to a passage that has moved within the saved block; a missing passage is refused', async () => {
    const { content } = blocks[1]!
    const text = content.slice(2, 5)
    expect(await started(fixture.owner, '?', { text, start_offset: 40 })).toMatchObject({
      start_offset: 2,
      end_offset: 5,
    })
    expect(await start(fixture.owner, '?', { text: 'ここにはない' })).toMatchObject({
      error: 'E_CONFLICT',
      body: { reason: 'passage' },
    })
  })

  it('of a passage that cuts a surrogate pair are refused', async () => {
    for (const text of ['\ud842', '\udfb7', 'a\ud842'])
      expect(await start(fixture.owner, '?', { text })).toMatchObject({ status: 422, errors: { text: ['format'] } })
    expect(await threads()).toEqual([])
  })

  it('are resolved by the person who started them and by editors, and opened again', async () => {
    const { id } = await started(fixture.viewer)
    expect((await resolve(id, guest)).error).toBe('E_FORBIDDEN')
    expect((await resolve(id, fixture.viewer)).body.resolved).toEqual({
      at: expect.any(String),
      by: expect.objectContaining({ id: fixture.viewer.id }),
    })
    const { at } = (await threads())[0]!.resolved!
    expect((await resolve(id, fixture.editor)).body.resolved?.at).toBe(at)
    expect((await reply(id, guest)).body.resolved).not.toBeNull()
    expect((await resolve(id, fixture.editor, false)).body.resolved).toBeNull()
  })
})

describe('comments', () => {
  it('are changed by their author only', async () => {
    const thread = await started(fixture.viewer)
    const commentId = thread.comments[0]!.id
    for (const who of [fixture.owner, guest]) expect((await edit(commentId, who)).error).toBe('E_FORBIDDEN')
    const { body } = await edit(commentId, fixture.viewer)
    expect(body.comments[0]).toMatchObject({ body: '直しました', edited_at: expect.any(String) })
  })

  it('are deleted by their author and by people who may delete the file; deleting the last one deletes its thread', async () => {
    const thread = await started(fixture.viewer)
    const answer = (await reply(thread.id, guest)).body.comments[1]!
    expect((await remove(answer.id, fixture.viewer)).error).toBe('E_FORBIDDEN')
    expect((await remove(answer.id, fixture.editor)).status).toBe(200)
    expect((await threads())[0]!.comments).toHaveLength(1)
    expect((await remove(thread.comments[0]!.id, fixture.viewer)).status).toBe(200)
    expect(await threads()).toEqual([])
    expect((await reply(thread.id, guest)).error).toBe('E_NOT_FOUND')
  })

  it('the first one can be deleted without the answers', async () => {
    const thread = await started(fixture.viewer)
    await reply(thread.id, guest)
    await remove(thread.comments[0]!.id, fixture.viewer)
    expect((await threads())[0]!.comments.map(({ author }) => author?.id)).toEqual([guest.id])
  })

  it.each<[string, object]>([
    ['', { body: ['required'] }],
    ['   ', { body: ['required'] }],
    ...['\u200b', '\u00ad\u2060', '\u202e', '\u3164', '\u2800', '\u0301'].map((invisible): [string, object] => [
      invisible,
      { body: ['required'] },
    ]),
    ['x'.repeat(LIMITS.commentLength + 1), { body: ['max'] }],
    ['a\0b', { body: ['format'] }],
  ])('refuse the text %#', async (body, errors) => {
    const answer = await start(fixture.owner, body)
    expect([answer.status, answer.errors]).toEqual([422, errors])
    expect(await threads()).toEqual([])
  })

  it('have limits per thread and file', async () => {
    const { id } = await started(fixture.owner)
    await sql`insert into comments (thread_id, author_id, body)
      select ${id}, ${fixture.owner.id}, '続き' from generate_series(2, ${LIMITS.commentsPerThread})`.execute(test.db)
    expect(await reply(id, guest)).toMatchObject({ status: 422, body: { reason: 'comments' } })
    expect((await start(guest)).status).toBe(201)
    await sql`insert into comment_threads (file_id, block_uuid, start_offset, end_offset, text, quote, time)
      select ${fixture.file.id}, ${blocks[0]!.uuid}, 0, 1, 'x', 'x', 0
      from generate_series(3, ${LIMITS.commentThreadsPerFile})`.execute(test.db)
    expect(await start(guest)).toMatchObject({ status: 422, body: { reason: 'comment-threads' } })
  })
})

describe('mentions', () => {
  it('suggest only people who see the file, without the caller', async () => {
    const other = await createMember(test.db, people.owner, ROLE.guest, { last_name: '客', first_name: '外' })
    const find = async (search: string, as: Caller) =>
      (await test.succeed(contract.findMentionable, { params: inFile(), query: { search } }, as)).people.map(
        ({ id }) => id,
      )
    expect(await find('', fixture.owner)).toEqual(
      expect.arrayContaining([guest.id, fixture.viewer.id, fixture.editor.id]),
    )
    expect(await find('', fixture.owner)).not.toContain(fixture.owner.id)
    expect(await find('客', fixture.owner)).toEqual([guest.id])
    expect(await find('客一', fixture.owner)).toEqual([guest.id])
    expect(await find('一人 客', fixture.owner)).toEqual([guest.id])
    expect(await find('', fixture.owner)).not.toContain(other.id)
    expect((await test.call(contract.findMentionable, { params: inFile() }, other)).error).toBe('E_NOT_FOUND')
  })

  it('of a person without access, or without their name in the text, are refused', async () => {
    const other = await createMember(test.db, people.owner, ROLE.guest, { last_name: '客', first_name: '外' })
    for (const who of [other, fixture.stranger])
      expect(await start(fixture.owner, '@客 外 @山田 花子 @佐藤 恵 見て', { mentions: [who.id] })).toMatchObject({
        status: 422,
        errors: { mentions: ['incorrect'] },
      })
    expect((await start(fixture.owner, '見て', { mentions: [guest.id] })).errors).toEqual({ mentions: ['incorrect'] })
    const { comments } = await started(fixture.owner, '@客 一人 見て', { mentions: [guest.id, guest.id] })
    expect(comments[0]!.mentions).toEqual([{ user_id: guest.id, name: '客 一人' }])
  })

  it('remain when the comment is edited after the mentioned person lost access', async () => {
    const { comments } = await started(fixture.owner, '@客 一人 見て', { mentions: [guest.id] })
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    const { body } = await edit(comments[0]!.id, fixture.owner, '@客 一人 見てください', [guest.id])
    expect(body.comments[0]!.mentions).toEqual([{ user_id: guest.id, name: '客 一人' }])
    expect((await reply(body.id, fixture.owner, '@客 一人 どう', [guest.id])).errors).toEqual({
      mentions: ['incorrect'],
    })
  })
})

describe('rights', () => {
  it('end immediately when a person loses access to the file', async () => {
    const thread = await started(guest)
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    for (const answer of [
      await test.call(contract.listCommentThreads, { params: inFile() }, guest),
      await test.call(contract.listComments, { params: inFile(), query: { 'thread_ids[]': [thread.id] } }, guest),
      await start(guest),
      await reply(thread.id, guest),
      await resolve(thread.id, guest),
      await edit(thread.comments[0]!.id, guest),
      await remove(thread.comments[0]!.id, guest),
    ])
      expect(answer.error).toBe('E_NOT_FOUND')
    expect((await threads())[0]!.comments).toHaveLength(1)
  })

  it('follow the file: hidden in the trash, shown after a restore, kept after a move, deleted with its row', async () => {
    const trash = openTrash(() => test)
    await started(guest)
    const target = await createFolder(test.db, rootOf(people.owner), { creator: people.owner })
    await test.succeed(
      moveItems,
      {
        params: { id: fixture.folder.itemId, destinationId: target.itemId },
        body: { target_item_ids: [fixture.file.itemId] },
      },
      people.owner,
    )
    expect(await threads(guest)).toHaveLength(1)
    const file = { ...fixture.file, projectId: target.projectId }
    await trash.remove(file, people.owner)
    expect((await test.call(contract.listCommentThreads, { params: inFile() }, people.owner)).error).toBe('E_NOT_FOUND')
    await trash.restore([file], people.owner)
    expect(await threads()).toHaveLength(1)
    await trash.remove(file, people.owner)
    expect((await trash.deleteForever(file, people.owner)).status).toBe(200)
    await test.settle()
    const left = await test.db
      .selectFrom('comment_threads')
      .select('id')
      .where('file_id', '=', fixture.file.id)
      .execute()
    expect(left).toEqual([])
  })

  it.each(['processing', 'failed'])('a file that is %s shows its comments, but takes no text', async (status) => {
    const thread = await started(fixture.viewer)
    await test.db.updateTable('files').set({ status }).where('id', '=', fixture.file.id).execute()
    expect((await threads(fixture.viewer))[0]).toMatchObject({
      can: { reply: false, resolve: true },
      comments: [{ can: { edit: false, delete: true } }],
    })
    const commentId = thread.comments[0]!.id
    for (const answer of [await start(guest), await reply(thread.id, guest), await edit(commentId, fixture.viewer)])
      expect(answer).toMatchObject({ error: 'E_CONFLICT', body: { reason: 'state' } })
    expect((await threads())[0]).toMatchObject({
      comments: [{ id: commentId, body: '確認してください', edited_at: null }],
    })
  })

  it('threads of a file in processing are resolved and deleted, by the same people as before', async () => {
    const thread = await started(fixture.viewer)
    const commentId = thread.comments[0]!.id
    await test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', fixture.file.id).execute()
    expect((await threads(guest))[0]).toMatchObject({ can: { resolve: false }, comments: [{ can: { delete: false } }] })
    for (const answer of [await resolve(thread.id, guest), await remove(commentId, guest)])
      expect(answer.error).toBe('E_FORBIDDEN')
    expect(await resolve(thread.id, fixture.viewer)).toMatchObject({
      status: 200,
      body: { resolved: { by: { id: fixture.viewer.id } }, can: { reply: false, resolve: true } },
    })
    expect((await resolve(thread.id, fixture.editor, false)).body.resolved).toBeNull()
    expect((await remove(commentId, fixture.viewer)).status).toBe(200)
    expect(await threads()).toEqual([])
  })
})

describe('events and notifications', () => {
  async function noticesOf(who: Caller) {
    await test.settle()
    const { data } = await test.succeed(listNotifications, { query: { page: 1 } }, who)
    const mine = data.filter(({ item }) => item.resource_id === fixture.file.id && !item.is_project)
    return mine.flatMap(({ type, thread_id }) => (thread_id === null ? [] : [[type, thread_id]]))
  }

  it('RT-01 each change reaches the people who have the file open, without its content', async () => {
    const { id, comments } = await started(fixture.viewer)
    await resolve(id, fixture.viewer)
    await resolve(id, fixture.viewer)
    await edit(comments[0]!.id, fixture.viewer)
    await remove(comments[0]!.id, fixture.viewer)
    const events = await test.db
      .selectFrom('events')
      .select(['data', 'channels'])
      .where('type', '=', 'comments.changed')
      .execute()
    expect(events).toEqual(
      Array.from({ length: 4 }, () => ({
        data: { project_file_id: fixture.file.id, thread_ids: [id] },
        channels: [fileChannel(fixture.file.id)],
      })),
    )
  })

  it('the owner is notified of a thread, participants of replies and mentioned people of mentions, each person once', async () => {
    const { id } = await started(fixture.viewer, '@客 一人 どうですか', { mentions: [guest.id] })
    expect(await noticesOf(fixture.owner)).toEqual([['comment-added', id]])
    expect(await noticesOf(guest)).toEqual([['comment-mentioned', id]])
    expect(await noticesOf(fixture.viewer)).toEqual([])
    expect(await noticesOf(fixture.editor)).toEqual([])
    await reply(id, guest)
    expect(await noticesOf(fixture.viewer)).toEqual([['comment-replied', id]])
    expect(await noticesOf(guest)).toEqual([['comment-mentioned', id]])
    await reply(id, fixture.viewer)
    expect(await noticesOf(guest)).toEqual([
      ['comment-replied', id],
      ['comment-mentioned', id],
    ])
    expect(await noticesOf(fixture.editor)).toEqual([])
  })

  it('a change of a comment notifies only people whom it mentions for the first time', async () => {
    const { id, comments } = await started(fixture.owner, '@客 一人 どうですか', { mentions: [guest.id] })
    await noticesOf(guest)
    await test.db.deleteFrom('notifications').execute()
    const name = nameOfEditor()
    await edit(comments[0]!.id, fixture.owner, `@客 一人 @${name} どうですか`, [guest.id, fixture.editor.id])
    expect(await noticesOf(guest)).toEqual([])
    expect(await noticesOf(fixture.editor)).toEqual([['comment-mentioned', id]])
  })

  it('a mention that is removed and added again notifies once, and leaves the list in between', async () => {
    const { id, comments } = await started(fixture.owner, '@客 一人 どうですか', { mentions: [guest.id] })
    const commentId = comments[0]!.id
    expect(await noticesOf(guest)).toEqual([['comment-mentioned', id]])
    await test.db.deleteFrom('notifications').execute()
    const mentions = async (body: string, ids: number[]) =>
      (await edit(commentId, fixture.owner, body, ids)).body.comments[0]!.mentions
    for (let round = 0; round < 2; round++) {
      expect(await mentions('どうですか', [])).toEqual([])
      expect(await mentions('@客 一人 どうですか', [guest.id])).toEqual([{ user_id: guest.id, name: '客 一人' }])
    }
    expect(await noticesOf(guest)).toEqual([])
    await reply(id, fixture.viewer, '@客 一人 見て', [guest.id])
    expect(await noticesOf(guest)).toEqual([['comment-mentioned', id]])
  })

  it('a person whose mention was removed does not take part in the thread', async () => {
    const { id, comments } = await started(fixture.owner, '@客 一人 どうですか', { mentions: [guest.id] })
    await edit(comments[0]!.id, fixture.owner, 'どうですか', [])
    await noticesOf(guest)
    await test.db.deleteFrom('notifications').execute()
    await reply(id, fixture.viewer)
    expect(await noticesOf(fixture.owner)).toEqual([['comment-replied', id]])
    expect(await noticesOf(guest)).toEqual([])
  })

  function nameOfEditor() {
    return '佐藤 太郎'
  }

  it('people who lost access are not notified, and a comment deleted immediately creates no notification', async () => {
    await started(fixture.owner, '@客 一人 どうですか', { mentions: [guest.id] })
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    await test.settle()
    const { comments } = await started(fixture.viewer)
    await remove(comments[0]!.id, fixture.viewer)
    await test.settle()
    const rows = await test.db
      .selectFrom('notifications')
      .select('user_id')
      .where('item_id', '=', fixture.file.itemId)
      .execute()
    expect(rows).toEqual([])
  })

  it('a notification is deleted with its thread', async () => {
    const { comments } = await started(fixture.viewer)
    expect(await noticesOf(fixture.owner)).toHaveLength(1)
    await remove(comments[0]!.id, fixture.viewer)
    expect(await noticesOf(fixture.owner)).toEqual([])
  })

  it('a person of another workspace gets the answer of a missing object', async () => {
    const { id, comments } = await started(fixture.owner)
    const stranger = await createOwner(test.db)
    for (const answer of [
      await reply(id, stranger),
      await resolve(id, stranger),
      await remove(comments[0]!.id, stranger),
    ])
      expect(answer.error).toBe('E_NOT_FOUND')
  })
})
