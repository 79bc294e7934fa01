// The calls of the assistant without a model: chats, messages, passages, and who sees them.
import { chatChannel, userChannel } from '@kaiwa/contract/channels.ts'
import * as messageContract from '@kaiwa/contract/chat-messages.ts'
import * as contract from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { deleteItem } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, createSpokenFile, type SpokenFile, startChat } from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
let other: SpokenFile

beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createSpokenFile(test, { folder, owner, title: '初回訪問' }, [
    '本日はありがとうございます。',
    '課題は議事録の作成です。',
  ])
  other = await createSpokenFile(test, { folder, owner, title: '二回目' }, ['予算は百万円です。', '納期は来月です。'])
})
afterAll(() => test.close())

function call(
  path: string,
  as: { token: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  payload?: object,
) {
  return test.http.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}` },
    ...(payload ? { payload } : {}),
  })
}

async function messagesOf(chatId: number, as: Caller) {
  return (await test.succeed(messageContract.listChatMessages, { params: { chatId } }, as)).messages
}

async function answered(question: Parameters<typeof ask>[1], as: Caller) {
  const { chat, answer } = await ask(test, question, as)
  await test.settle()
  const { messages } = await test.succeed(
    messageContract.listChatMessages,
    { params: { chatId: chat.id }, query: { from_id: answer.id } },
    as,
  )
  return { chat, answer: messages[0]! }
}

describe('the wire', () => {
  it.each([
    ['ja', '要約'],
    ['en', 'Summary'],
  ])('CHAT-25 CHAT-26 GET /chat/templates returns id and name in %s', async (language, name) => {
    const answer = await test.http.inject({
      url: '/api/chat/templates',
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language },
    })
    const templates = answer.json<{ id: number; name: string }[]>()
    expect(templates.length).toBeGreaterThanOrEqual(8)
    expect(templates[0]).toMatchObject({ id: 1, name })
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
  })

  it('CHAT-23 CHAT-27 CHAT-28 POST /projects/{projectId}/chats creates a chat that GET lists', async () => {
    const path = `/projects/${folder.projectId}/chats`
    const speaker = file.speakerIds[0]!
    const created = await call(path, owner, 'POST', {
      title: '価格  の\n話',
      project_id: folder.projectId,
      project_file_ids: [file.id, other.id],
      speaker_ids: [speaker],
      template_id: 2,
    })
    expect([created.statusCode, created.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        title: '価格 の 話',
        project_id: folder.projectId,
        project_files: [
          { id: file.id, title: '初回訪問' },
          { id: other.id, title: '二回目' },
        ],
        covers_folder: false,
        speakers: [{ id: speaker, name: expect.any(String) }],
        template_id: 2,
        is_processing: false,
        created_at: expect.stringMatching(/^\d{4}-/),
        updated_at: expect.stringMatching(/^\d{4}-/),
      },
    ])
    expect((await call(path, owner)).json()).toEqual({ data: [created.json()], current_page: 1, last_page: 1 })
    expect((await call(`${path}?project_file_id=${other.id}`, owner)).json<{ data: unknown[] }>().data).toHaveLength(1)
  })

  it('CHAT-24 CHAT-29 CHAT-30 POST /chats/{chatId}/messages answers question and answer, GET takes from_id', async () => {
    const chat = await startChat(test, { folder, files: [file] }, owner)
    const path = `/chats/${chat.id}/messages`
    const sent = await call(path, owner, 'POST', { content: '課題は何ですか', template_id: 1 })
    const { messages } = sent.json<{ messages: messageContract.ChatMessage[] }>()
    expect(sent.statusCode).toBe(201)
    expect(messages).toMatchObject([
      { chat_id: chat.id, user_id: owner.id, content: '課題は何ですか', error: null, like: false, dislike: false },
      { chat_id: chat.id, user_id: null, content: '', error: null, is_writing: true },
    ])
    const [question, answer] = messages.map(({ id }) => id)
    const idsFrom = async (query: string) =>
      (await call(path + query, owner)).json<{ messages: { id: number }[] }>().messages.map(({ id }) => id)
    expect(await idsFrom('')).toEqual([question, answer])
    // The last known one is returned again, because its text may have grown.
    expect(await idsFrom(`?from_id=${answer}`)).toEqual([answer])
  })

  it('CHAT-31 CHAT-32 CHAT-33 CHAT-34 regenerate, detail, react and report of a message', async () => {
    const { chat, answer } = await answered({ folder, files: [file] }, owner)
    const path = `/chats/${chat.id}/messages/${answer.id}`
    const detail = (await call(path, owner)).json<{ blocks: object[] }>()
    expect(detail.blocks).toMatchObject([
      { uuid: file.uuids[1], file_id: file.id, content: '課題は議事録の作成です。' },
    ])
    expect((await call(`${path}/react`, owner, 'POST', { react: 'like' })).json()).toMatchObject({
      like: true,
      dislike: false,
    })
    expect((await call(`${path}/react`, owner, 'POST', { react: 'dislike' })).json()).toMatchObject({
      like: false,
      dislike: true,
    })
    expect((await call(`${path}/react`, owner, 'POST', { react: '' })).json()).toMatchObject({
      like: false,
      dislike: false,
    })
    expect((await call(`${path}/report`, owner, 'POST')).json()).toEqual({ error: 'E_CONFLICT', reason: 'state' })
    const again = await call(`${path}/regenerate`, owner, 'POST')
    expect(again.json()).toMatchObject({ id: answer.id, content: '', is_writing: true })
    await test.settle()
    expect(await messagesOf(chat.id, owner)).toMatchObject([
      {},
      { id: answer.id, content: answer.content, is_writing: false },
    ])
    await test.db
      .updateTable('chat_messages')
      .set({ status: 'failed', error: 'server-error', content: '' })
      .where('id', '=', answer.id)
      .execute()
    expect((await call(`${path}/report`, owner, 'POST')).json()).toEqual({ success: true })
    expect((await messagesOf(chat.id, owner))[1]).toMatchObject({ is_reported: true })
  })

  it('RT-17 has_message on private-chat-{id} carries message_id, is_processing, count and remain', async () => {
    const { chat, question, answer } = await ask(test, { folder, files: [file] }, owner)
    await test.settle()
    const published = await test.db
      .selectFrom('events')
      .select(['data', 'channels'])
      .where('type', '=', 'chat.has_message')
      .orderBy('id')
      .execute()
    expect(chatChannel(chat.id)).toBe(`private-chat-${chat.id}`)
    const events = published.filter(({ channels }) => channels.includes(`private-chat-${chat.id}`))
    expect(events.map(({ data }) => data)).toEqual([
      { message_id: question.id, is_processing: true, count: 0, remain: 1000 },
      { message_id: answer.id, is_processing: false, count: 0, remain: 1000 },
    ])
  })

  it.each([
    ['no text', { content: '' }, { content: ['required'] }],
    ['spaces', { content: '　 \n' }, { content: ['required'] }],
    ['invisible characters', { content: '\u200b' }, { content: ['required'] }],
    ['401 characters', { content: 'あ'.repeat(401) }, { content: ['max'] }],
    ['control characters', { content: 'a\u0007' }, { content: ['format'] }],
    ['an unknown template', { content: 'a', template_id: 99 }, { template_id: ['incorrect'] }],
  ])('CHAT-12 CHAT-13 a question of %s is refused', async (_, body, errors) => {
    const chat = await startChat(test, { folder }, owner)
    const answer = await test.call(messageContract.sendChatMessage, { params: { chatId: chat.id }, body }, owner)
    expect([answer.status, answer.body]).toEqual([422, { error: 'E_UNPROCESSABLE_ENTITY', errors }])
  })

  it('CHAT-12 400 characters are accepted', async () => {
    const { question } = await ask(test, { folder, content: 'あ'.repeat(400) }, owner)
    expect(question.content).toHaveLength(400)
  })
})

describe('without a model', () => {
  it('the answer is the passages that fit, quoted, and costs nothing', async () => {
    const { answer } = await answered({ folder, content: '予算はいくらですか' }, owner)
    expect(answer).toMatchObject({ source: 'passages', note: 'no-model', model: null, error: null })
    expect(answer.citations[0]).toMatchObject({
      number: 1,
      file_id: other.id,
      quote: '予算は百万円です。',
      range: { start: 0, end: 9 },
    })
    expect(answer.statements[1]).toMatchObject({ citations: [1] })
    expect(answer.content).toContain('> 予算は百万円です。')
    expect(
      await test.db
        .selectFrom('usage_ledger')
        .selectAll()
        .where('kind', '=', 'chat')
        .where('workspace_id', '=', owner.workspaceId)
        .execute(),
    ).toEqual([])
  })

  it.each([
    ['a prepared summary', { templateId: 1, content: 'この会話を要約してください。' }],
    ['the prepared minutes', { templateId: 8, content: '議事録を作ってください。' }],
    ['the prepared topics', { templateId: 12, content: '話題を順に挙げてください。' }],
    ['a question about the whole whose words were not said', { content: '要約してください' }],
  ])('%s is answered with a passage of each recording, in order', async (_, question) => {
    const { answer } = await answered({ folder, ...question }, owner)
    expect(answer.content).toMatch(/^話題ごとの代表的な発話です。\n\n> /)
    expect(answer.citations.map(({ file_id, quote }) => ({ file_id, quote }))).toEqual([
      { file_id: file.id, quote: '課題は議事録の作成です。' },
      { file_id: other.id, quote: expect.stringMatching(/^(予算は百万円|納期は来月)です。$/) },
    ])
    expect(answer).toMatchObject({ source: 'passages', note: 'no-model', error: null })
  })

  it('a question about the whole whose words were said is answered with them', async () => {
    const { answer } = await answered({ folder, content: '予算の話をまとめてください' }, owner)
    expect(answer.content).toMatch(/^質問に合う箇所です。/)
    expect(answer.citations.map(({ quote }) => quote)).toEqual(['予算は百万円です。'])
  })

  it('the questions that were asked are listed as literal sentences', async () => {
    const texts = ['はい。費用はいくらですか。', 'そうですか。', 'ありがとうございます。開始はいつですか？急ぎます。']
    const asking = await createSpokenFile(test, { folder, owner }, texts)
    const question = { folder, files: [asking], templateId: 5, content: '出た質問を挙げてください。' }
    const { answer } = await answered(question, owner)
    expect(answer.content).toMatch(/^会話の中で出た質問です。\n\n> /)
    expect(answer.citations.map(({ quote, block_uuid }) => ({ quote, block_uuid }))).toEqual([
      { quote: '費用はいくらですか。', block_uuid: asking.uuids[0] },
      { quote: '開始はいつですか？', block_uuid: asking.uuids[2] },
    ])
  })

  it.each([
    ['ja', '質問に合う箇所は見つかりませんでした。'],
    ['en', 'No passage that fits the question was found.'],
  ] as const)('says in %s that nothing fits', async (locale, content) => {
    const body = { content: 'zzqqxx' }
    const chat = await startChat(test, { folder }, owner)
    await test.http.inject({
      method: 'POST',
      url: `/api/chats/${chat.id}/messages`,
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': locale },
      payload: body,
    })
    await test.settle()
    expect((await messagesOf(chat.id, owner))[1]).toMatchObject({ content, citations: [], error: null })
  })

  it.each([
    ['What does it cost?', '質問と録音の言語が異なるようです。'],
    ['SSO?', '質問に合う箇所は見つかりませんでした。'],
    ['値引きはありますか', '質問に合う箇所は見つかりませんでした。'],
  ])('%s about Japanese recordings is answered: %s', async (content, text) => {
    const { answer } = await answered({ folder, content }, owner)
    const isSaid = answer.content.includes('言語が異なる')
    expect([answer.content.includes(text), isSaid]).toEqual([true, content.includes('cost')])
    expect(answer.citations).toEqual([])
  })

  it('says that the language differs for a Japanese question about an English recording, not if one recording is Japanese', async () => {
    const english = await createSpokenFile(test, { folder, owner }, [
      'The meeting starts at ten.',
      'We agreed on that.',
    ])
    const content = '値引きはありますか'
    const { answer } = await answered({ folder, files: [english], content }, owner)
    expect(answer.content).toContain('質問と録音の言語が異なるようです。')
    const both = await answered({ folder, content }, owner)
    expect(both.answer.content).toBe('質問に合う箇所は見つかりませんでした。')
  })

  it('CHAT-02 all models are listed without a host', async () => {
    const { models, model, note, can } = await test.succeed(contract.getAssistant, {}, owner)
    expect(models).toEqual(
      ['claude3_haiku', 'claude35_sonnet', 'o3_mini', 'openai_gpt35_turbo', 'openai_gpt4o'].map((id) => ({
        id,
        host: null,
        name: null,
        is_agreed: false,
      })),
    )
    expect({ model, note, can }).toEqual({ model: null, note: 'no-model', can: { ask: true, agree: true } })
  })
})

describe('access', () => {
  let guest: TestUser
  beforeEach(async () => {
    guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, guest, ROLE.viewer)
  })

  it('a guest of one file asks about the folder, and only this file is read', async () => {
    const { answer } = await answered({ folder, content: '予算と課題は何ですか' }, guest)
    expect(answer.citations.map(({ file_id }) => file_id)).toEqual([file.id])
    expect(JSON.stringify(answer)).not.toContain('百万円')
  })

  it('a guest cannot choose a file that they do not see', async () => {
    const body = { title: '質問', project_file_ids: [other.id] }
    const { status, body: answer } = await test.call(
      contract.createChat,
      { params: { projectId: folder.projectId }, body },
      guest,
    )
    expect([status, answer]).toEqual([
      422,
      { error: 'E_UNPROCESSABLE_ENTITY', errors: { project_file_ids: ['incorrect'] } },
    ])
  })

  it('a guest cannot choose a speaker of a file that they do not see, and gets no name', async () => {
    const create = (speakerId: number) =>
      test.call(
        contract.createChat,
        { params: { projectId: folder.projectId }, body: { title: '質問', speaker_ids: [speakerId] } },
        guest,
      )
    const { status, body } = await create(other.speakerIds[0]!)
    expect([status, body]).toEqual([422, { error: 'E_UNPROCESSABLE_ENTITY', errors: { speaker_ids: ['incorrect'] } }])
    expect((await create(file.speakerIds[0]!)).status).toBe(201)
  })

  it('the name of a speaker is not shown after the right to their file ended, and reading stays limited to them', async () => {
    await assign(test.db, other, guest, ROLE.viewer)
    const speakerId = other.speakerIds[0]!
    const chat = await startChat(test, { folder, speakerIds: [speakerId] }, guest)
    expect(chat.speakers).toEqual([{ id: speakerId, name: '話者1' }])
    await test.db
      .updateTable('item_roles')
      .set({ role_id: null, is_excluded: true })
      .where('user_id', '=', guest.id)
      .where('item_id', '=', other.itemId)
      .execute()
    const hidden = [{ id: speakerId, name: null }]
    const params = { chatId: chat.id }
    expect((await test.succeed(contract.getChat, { params }, guest)).speakers).toEqual(hidden)
    const { data } = await test.succeed(contract.listChats, { params: { projectId: folder.projectId } }, guest)
    expect(data.map(({ speakers }) => speakers)).toEqual([hidden])
    expect((await test.succeed(contract.renameChat, { params, body: { title: '別名' } }, guest)).speakers).toEqual(
      hidden,
    )
    const { messages } = await test.succeed(
      messageContract.sendChatMessage,
      { params, body: { content: '課題は何ですか' } },
      guest,
    )
    await test.settle()
    const [answer] = (await messagesOf(chat.id, guest)).filter(({ id }) => id === messages[1]!.id)
    expect(answer).toMatchObject({ citations: [] })
  })

  it('no other person sees a chat, the owner of the workspace neither', async () => {
    const { chat, answer } = await answered({ folder }, guest)
    const params = { chatId: chat.id }
    expect((await test.call(contract.getChat, { params }, owner)).status).toBe(404)
    expect((await test.call(messageContract.listChatMessages, { params }, owner)).status).toBe(404)
    expect((await test.call(contract.deleteChat, { params }, owner)).status).toBe(404)
    expect(
      (await test.call(messageContract.getChatMessage, { params: { ...params, messageId: answer.id } }, owner)).status,
    ).toBe(404)
    expect((await test.succeed(contract.listChats, { params: { projectId: folder.projectId } }, owner)).data).toEqual(
      [],
    )
  })

  it('a message of another chat is not found', async () => {
    const { answer } = await answered({ folder }, owner)
    const chat = await startChat(test, { folder }, owner)
    const params = { chatId: chat.id, messageId: answer.id }
    expect((await test.call(messageContract.getChatMessage, { params }, owner)).status).toBe(404)
    expect((await test.call(messageContract.regenerateChatMessage, { params }, owner)).status).toBe(404)
  })

  it('quotes of a file disappear with the right to see it', async () => {
    const { chat, answer } = await answered({ folder, files: [file], content: '課題は' }, guest)
    expect(answer.content).toContain('議事録')
    await assign(test.db, folder, guest, ROLE.viewer)
    await test.db.deleteFrom('item_roles').where('item_id', '=', file.itemId).where('user_id', '=', guest.id).execute()
    await assign(test.db, file, guest, null)
    const shown = (await messagesOf(chat.id, guest))[1]!
    expect(shown).toMatchObject({ content: '', citations: [], statements: [], is_shortened: true })
    expect(JSON.stringify(shown)).not.toContain('議事録')
    const detail = await test.succeed(
      messageContract.getChatMessage,
      { params: { chatId: chat.id, messageId: answer.id } },
      guest,
    )
    expect(detail.blocks).toEqual([])
    expect((await test.succeed(contract.getChat, { params: { chatId: chat.id } }, guest)).project_files).toEqual([])
  })

  it('of an answer over two files, the statements about the visible one stay', async () => {
    const { chat } = await answered({ folder, content: '予算と課題' }, owner)
    await test.succeed(deleteFile, { params: { projectId: folder.projectId, id: other.id } }, owner)
    const shown = (await messagesOf(chat.id, owner))[1]!
    expect(shown.citations.map(({ file_id, number }) => [file_id, number])).toEqual([[file.id, 1]])
    expect(shown.is_shortened).toBe(true)
    expect(shown.content).not.toContain('百万円')
    // The offsets belong to the shortened text.
    expect(shown.statements.map(({ start, end }) => shown.content.slice(start, end))).toEqual([shown.content])
  })

  it('a chat of a folder in the trash does not exist', async () => {
    const { chat } = await answered({ folder }, owner)
    await test.succeed(deleteItem, { params: { id: folder.itemId } }, owner)
    expect((await test.call(contract.getChat, { params: { chatId: chat.id } }, owner)).status).toBe(404)
  })
})

describe('chats', () => {
  it('are renamed and deleted, with an event for the other windows of their owner', async () => {
    const { chat } = await answered({ folder }, owner)
    const params = { chatId: chat.id }
    await test.db.deleteFrom('events').execute()
    expect(await test.succeed(contract.renameChat, { params, body: { title: '価格' } }, owner)).toMatchObject({
      title: '価格',
    })
    await test.succeed(contract.deleteChat, { params }, owner)
    const events = await test.db.selectFrom('events').select(['type', 'data', 'channels']).orderBy('id').execute()
    const event = { type: 'chats.changed', data: { project_id: folder.projectId }, channels: [userChannel(owner.id)] }
    expect(events).toEqual([event, event])
    expect((await test.call(contract.getChat, { params }, owner)).status).toBe(404)
    expect(await test.db.selectFrom('chat_messages').selectAll().where('chat_id', '=', chat.id).execute()).toEqual([])
  })

  it('the last question comes first', async () => {
    const first = await startChat(test, { folder }, owner)
    const second = await startChat(test, { folder }, owner)
    await test.succeed(
      messageContract.sendChatMessage,
      { params: { chatId: first.id }, body: { content: '課題は' } },
      owner,
    )
    const { data } = await test.succeed(contract.listChats, { params: { projectId: folder.projectId } }, owner)
    expect(data.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('a chat about files whose files were deleted does not become one about the folder', async () => {
    const chat = await startChat(test, { folder, files: [file] }, owner)
    await test.db.deleteFrom('files').where('id', '=', file.id).execute()
    await test.succeed(
      messageContract.sendChatMessage,
      { params: { chatId: chat.id }, body: { content: '予算は' } },
      owner,
    )
    await test.settle()
    expect((await messagesOf(chat.id, owner))[1]).toMatchObject({ error: 'not-ready', citations: [] })
  })

  it('a chat has at most 200 messages', async () => {
    const chat = await startChat(test, { folder }, owner)
    const rows = Array.from({ length: 199 }, () => ({ chat_id: chat.id, user_id: owner.id, content: 'a' }))
    await test.db.insertInto('chat_messages').values(rows).execute()
    const { status, body } = await test.call(
      messageContract.sendChatMessage,
      { params: { chatId: chat.id }, body: { content: 'b' } },
      owner,
    )
    expect([status, body]).toMatchObject([422, { reason: 'chat-messages' }])
  })
})
