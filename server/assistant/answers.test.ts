// Answers of models, by the wire protocols of their providers.
import {
  type ChatMessage,
  getChatMessage,
  regenerateChatMessage,
  sendChatMessage,
} from '@kaiwa/contract/chat-messages.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type AssistantFixture,
  countedChats,
  openAssistantFixture,
  quoting,
  readAnswer,
} from '../test/factories/assistant-fixture.ts'
import {
  answerJson,
  ask,
  blocksIn,
  chooseModelFor,
  createSpokenFile,
  type SpokenFile,
} from '../test/factories/chats.ts'
import type { TestFolder } from '../test/factories/items.ts'
import type { TestOwner } from '../test/factories/users.ts'
import type { TestApp } from '../test/open-test-app.ts'
import type { ModelRequest, Reply, StandInModels } from '../test/stand-in-models.ts'

let assistant: AssistantFixture
let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile

const SPOKEN = ['本日はありがとうございます。', '現在の課題は議事録の作成です。', '予算は年間で百万円を考えています。']

beforeAll(async () => {
  // The packages are loaded at the first request, and loading counts in the time of an answer.
  await Promise.all(
    ['ai', '@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible'].map((name) => import(name)),
  )
  assistant = await openAssistantFixture({ env: { KAIWA_AI_ANSWER_SECONDS: '3' } })
  ;({ test, models } = assistant)
  ;({ owner, folder, file } = await assistant.createWorkspace(SPOKEN, { title: '初回訪問' }))
})
afterEach(() => assistant.reset())
afterAll(() => assistant.close())

async function answerTo(content = '課題は何ですか', options: { templateId?: number; files?: SpokenFile[] } = {}) {
  const { answer } = await ask(
    test,
    {
      folder,
      files: options.files ?? [file],
      content,
      ...(options.templateId ? { templateId: options.templateId } : {}),
    },
    owner,
  )
  await test.settle()
  const { message, is_processing } = await readAnswer(test, answer, owner)
  expect(is_processing).toBe(false)
  return message
}

async function usedChats(): Promise<number> {
  return (await countedChats(test, owner)).reduce((sum, amount) => sum + amount, 0)
}

describe.each<[ModelRequest['provider'], ChatModel, string]>([
  ['openai', 'openai_gpt35_turbo', 'gpt-stand-in'],
  ['anthropic', 'claude3_haiku', 'claude-stand-in'],
  ['compatible', 'openai_gpt4o', 'local-stand-in'],
])('by the protocol of %s', (provider, model, name) => {
  beforeAll(() => chooseModelFor(test, owner.id, model))

  it('sends rules and transcript, and cites what was said', async () => {
    assistant.replyWith(quoting('議事録の作成'))
    const answer = await answerTo()
    expect(models.requests).toHaveLength(1)
    const [request] = models.requests
    expect([request!.provider, request!.model]).toEqual([provider, name])
    expect(request!.system).toContain('copied literally')
    expect(blocksIn(request!).map(({ text }) => text)).toEqual(SPOKEN)
    expect(request!.prompt).toContain('"file":"初回訪問"')
    expect(request!.prompt).toContain('課題は何ですか')
    expect(answer).toMatchObject({
      content: '課題は議事録の作成です。',
      source: 'model',
      model,
      error: null,
      statements: [{ start: 0, end: 12, citations: [1], has_invalid_quote: false }],
    })
    expect(answer.citations).toMatchObject([
      {
        number: 1,
        file_id: file.id,
        file_title: '初回訪問',
        block_uuid: file.uuids[1],
        quote: '議事録の作成',
        range: { start: 6, end: 12 },
      },
    ])
  })

  it('an answer that reaches the limit of tokens keeps what was written, with a note', async () => {
    const whole = answerJson({ text: '課題は議事録の作成です。' }, { text: '予算は年間で百万円です。' })
    assistant.replyWith(() => ({ text: whole.slice(0, whole.indexOf('百万円')), atLimit: true }))
    const answer = await answerTo()
    expect(answer).toMatchObject({ note: 'cut-off', error: null, is_writing: false, is_canceled: false })
    expect(answer.content).toBe('課題は議事録の作成です。\n\n予算は年間で')
    const params = { chatId: answer.chat_id, messageId: answer.id }
    assistant.replyWith(quoting('議事録の作成'))
    await test.succeed(regenerateChatMessage, { params }, owner)
    await test.settle()
    expect((await readAnswer(test, answer, owner)).message).toMatchObject({ note: null, error: null })
  })

  it.each<[string, Reply, ChatMessage['error']]>([
    [
      '429 by requests',
      { status: 429, body: { error: { type: 'requests', message: 'Rate limit reached' } } },
      'rate-limit',
    ],
    [
      '429 by tokens',
      { status: 429, body: { error: { type: 'tokens', message: 'tokens per min (TPM)' } } },
      'tpm-exceeded',
    ],
    ['429 without a body', { status: 429, body: {} }, 'rate-limit'],
    ['a text that is too long', { status: 400, body: { error: { message: 'prompt is too long' } } }, 'length-limit'],
    ['500', { status: 500, body: { error: { message: 'down' } } }, 'server-error'],
    [
      'a redirect, which is not followed',
      { status: 307, body: {}, headers: { location: '/v1/responses' } },
      'server-error',
    ],
    ['401', { status: 401, body: { error: { message: 'wrong key' } } }, 'server-error'],
    ['a cut connection', { text: answerJson({ text: '課題は'.repeat(40) }).slice(0, 80), cut: true }, 'server-error'],
    ['an error in the stream', { text: '{"statements":[', failure: 'overloaded' }, 'server-error'],
    ['malformed JSON', { text: 'すみません、答えられません。' }, 'server-error'],
    ['another form', { text: '{"answer":"x"}' }, 'server-error'],
    ['an empty answer', { text: '{"statements":[]}' }, 'server-error'],
    [
      '1 MB of text',
      { text: `{"statements":[{"text":"${'あ'.repeat(1_000_000)}`, pieceLength: 10_000 },
      'server-error',
    ],
  ])('CHAT-20 %s ends the answer with an error and returns its chat', async (_, given, error) => {
    assistant.replyWith(() => given)
    const before = await usedChats()
    expect(await answerTo()).toMatchObject({ error, content: '', citations: [], is_writing: false })
    // Failed requests are not repeated.
    expect(models.requests).toHaveLength(1)
    expect(await usedChats()).toBe(before)
  })
})

it('CHAT-20 a provider that hangs ends in a server-error after the limit of time', async () => {
  assistant.replyWith(() => 'hang')
  expect(await answerTo()).toMatchObject({ error: 'server-error', content: '' })
})

it('CHAT-20 files without a transcript are not-ready, and nothing is sent', async () => {
  const empty = await createSpokenFile(test, { folder, owner }, [])
  const before = await usedChats()
  expect(await answerTo('課題は', { files: [empty] })).toMatchObject({ error: 'not-ready' })
  expect(models.requests).toEqual([])
  expect(await usedChats()).toBe(before)
})

describe('citations', () => {
  it('an invented quote is dropped and its statement marked', async () => {
    assistant.replyWith((request) => ({
      text: answerJson(
        { text: '予算は一億円です。', quotes: [{ block: blocksIn(request)[2]!.block, quote: '一億円' }] },
        {
          text: '課題は議事録です。',
          quotes: [{ block: blocksIn(request)[1]!.block, quote: '現在の課題は議事録の作成です' }],
        },
      ),
    }))
    const { statements, citations } = await answerTo()
    expect(statements).toMatchObject([
      { citations: [], has_invalid_quote: true },
      { citations: [1], has_invalid_quote: false },
    ])
    expect(citations).toHaveLength(1)
  })

  it('a quote of another block than the named one is dropped', async () => {
    assistant.replyWith((request) => ({
      text: answerJson({ text: '予算です。', quotes: [{ block: blocksIn(request)[0]!.block, quote: '年間で百万円' }] }),
    }))
    expect(await answerTo()).toMatchObject({ citations: [], statements: [{ has_invalid_quote: true }] })
  })

  it('an answer without any valid citation has none', async () => {
    assistant.replyWith(() => ({ text: answerJson({ text: 'その話はありませんでした。' }) }))
    expect(await answerTo()).toMatchObject({
      content: 'その話はありませんでした。',
      citations: [],
      statements: [{ citations: [], has_invalid_quote: false }],
    })
  })

  it('a text that was edited later has no range any more; the quote and its time stay', async () => {
    assistant.replyWith(quoting('予算は年間'))
    const own = await createSpokenFile(test, { folder, owner }, SPOKEN)
    const answer = await answerTo('予算は', { files: [own] })
    await test.db.updateTable('blocks').set({ content: '別の話' }).where('uuid', '=', own.uuids[2]!).execute()
    const params = { chatId: answer.chat_id, messageId: answer.id }
    const { citations, blocks } = await test.succeed(getChatMessage, { params }, owner)
    expect(citations).toMatchObject([{ quote: '予算は年間', range: null, time: answer.citations[0]!.time }])
    expect(blocks).toMatchObject([{ uuid: own.uuids[2], content: '別の話', file_id: own.id }])
  })
})

describe('reading', () => {
  it('a long transcript is read as the passages that fit the question', async () => {
    assistant.replyWith(quoting('解約の理由は価格です'))
    const texts = Array.from({ length: 400 }, (_, index) => `${index}番目の話題について長くお話ししました。`.repeat(8))
    texts[311] = '解約の理由は価格です。'
    const long = await createSpokenFile(test, { folder, owner }, texts)
    const answer = await answerTo('解約の理由は何ですか', { files: [long] })
    expect(models.requests).toHaveLength(1)
    expect(blocksIn(models.requests[0]!).length).toBeLessThan(200)
    expect(answer.citations).toMatchObject([{ block_uuid: long.uuids[311] }])
  })

  it('a question about the whole of a long transcript is answered from notes about its parts', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => `${index}番目の話題について長くお話ししました。`.repeat(8))
    const long = await createSpokenFile(test, { folder, owner }, texts)
    assistant.replyWith((request) => {
      const blocks = blocksIn(request)
      const first = blocks[0]
      if (first)
        return {
          text: answerJson({
            text: `${first.block}から`,
            quotes: [{ block: first.block, quote: first.text.slice(0, 8) }],
          }),
        }
      // The notes keep the ids of all parts.
      const notes = request.prompt
        .split('\n')
        .filter((line) => line.startsWith('{"note"'))
        .map((line) => JSON.parse(line) as { quotes: { block: string; quote: string }[] })
      return { text: answerJson({ text: '要約です。', quotes: notes.flatMap(({ quotes }) => quotes) }) }
    })
    const answer = await answerTo('要約してください', { files: [long], templateId: 1 })
    expect(models.requests.length).toBeGreaterThan(2)
    // All blocks are read, each once.
    expect(models.requests.flatMap(blocksIn)).toHaveLength(400)
    expect(answer.citations).toHaveLength(models.requests.length - 1)
    expect(answer.statements).toMatchObject([{ has_invalid_quote: false }])
  })

  it('CHAT-20 a whole beyond the budget of tokens is a length-limit before anything is sent', async () => {
    const texts = Array.from({ length: 60 }, () => 'とても長い話です。'.repeat(1_000))
    const long = await createSpokenFile(test, { folder, owner }, texts)
    expect(await answerTo('全体を要約してください', { files: [long] })).toMatchObject({ error: 'length-limit' })
    expect(models.requests).toEqual([])
  })

  it('only the chosen speakers are read', async () => {
    assistant.replyWith(quoting('課題'))
    const speakerId = file.speakerIds[0]!
    const chat = { folder, files: [file], speakerIds: [speakerId], content: '課題は' }
    await ask(test, chat, owner)
    await test.settle()
    const spoken = await test.db
      .selectFrom('blocks')
      .select('content')
      .where('transcript_id', '=', file.transcriptId)
      .where('speaker_id', '=', speakerId)
      .orderBy('position')
      .execute()
    expect(spoken.length).toBeLessThan(SPOKEN.length)
    expect(blocksIn(models.requests[0]!).map(({ text }) => text)).toEqual(spoken.map(({ content }) => content))
  })

  it('earlier messages of the chat are sent with a question', async () => {
    assistant.replyWith(quoting('議事録の作成'))
    const { chat } = await ask(test, { folder, files: [file] }, owner)
    await test.settle()
    await test.succeed(sendChatMessage, { params: { chatId: chat.id }, body: { content: 'もう少し詳しく' } }, owner)
    await test.settle()
    expect(models.requests[1]!.prompt).toMatch(
      /課題は何ですか\n課題は議事録の作成です。\nTranscripts:[\s\S]*もう少し詳しく/,
    )
  })
})
