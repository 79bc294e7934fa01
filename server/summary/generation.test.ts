// Summaries written by models, by the wire protocols of their providers.
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { getSummary, type Summary } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { agreeTo, blocksIn, chooseModelFor, createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { faithful, generate, partOf, partsIn, summaryJson, switchOn } from '../test/factories/summaries.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  type ModelRequest,
  openStandInModels,
  type Reply,
  standInEnvironment,
  type StandInModels,
} from '../test/stand-in-models.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
let reply: (request: ModelRequest) => Reply = faithful

const SPOKEN = ['本日はありがとうございます。', '導入は四月に決まりました。', '佐藤さんが見積もりを来週送ります。']

beforeAll(async () => {
  models = await openStandInModels((request) => reply(request))
  test = await openTestApp({ env: standInEnvironment(models.url) })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
  file = await createSpokenFile(test, { folder, owner, title: '初回訪問' }, SPOKEN)
})
afterEach(async () => {
  models.requests.length = 0
  reply = faithful
  await test.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await test.close()
  await models.close()
})

function read(of: { id: number } = file): Promise<Summary> {
  return test.succeed(getSummary, { params: { fileId: of.id } }, owner)
}

/** Starts a generation and runs its job. */
async function summarise(of: { id: number } = file): Promise<Summary> {
  expect(await generate(test, of, owner)).toMatchObject({ is_writing: true })
  await test.settle()
  return read(of)
}

async function usedChats(): Promise<number> {
  const { used } = await test.db
    .selectFrom('usage_ledger')
    .select(({ fn }) => fn.sum<string>('amount').as('used'))
    .where('workspace_id', '=', owner.workspaceId)
    .where('kind', '=', 'chat')
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}

describe.each<[ModelRequest['provider'], ChatModel]>([
  ['openai', 'openai_gpt35_turbo'],
  ['anthropic', 'claude3_haiku'],
  ['compatible', 'openai_gpt4o'],
])('a summary by the protocol of %s', (provider, model) => {
  beforeAll(() => chooseModelFor(test, owner.id, model))

  it('sends rules and transcript once for each part, and cites what was said', async () => {
    expect(await read()).toMatchObject({ note: null, model })
    const summary = await summarise()
    expect(models.requests.map((request) => [request.provider, ...partsIn(request)])).toEqual(
      SUMMARY_PARTS.map((part) => [provider, part]),
    )
    for (const request of models.requests) {
      expect(blocksIn(request).map(({ text }) => text)).toEqual(SPOKEN)
      expect(request.system).toContain('copied literally')
    }
    expect(summary).toMatchObject({ is_writing: false, can: { edit: true, switch: true } })
    expect(summary.parts.map(({ part, status, is_outdated }) => [part, status, is_outdated])).toEqual(
      SUMMARY_PARTS.map((part) => [part, 'ready', false]),
    )
    const [overview, decisions, toDos, sections] = summary.parts
    expect(overview!.items.map(({ citations }) => citations.map(({ number }) => number))).toEqual([[1], [2], [3]])
    expect(decisions!.items).toMatchObject([{ owner: null, due: null, block_uuid: null, is_edited: false }])
    expect(toDos!.items).toMatchObject([
      {
        text: '佐藤さんが見積もりを来週送ります。の要点',
        owner: '佐藤',
        due: '来週',
        citations: [
          {
            number: 1,
            file_id: file.id,
            file_title: '初回訪問',
            block_uuid: file.uuids[2],
            quote: '佐藤さんが見積もりを来週',
            range: { start: 0, end: 12 },
          },
        ],
      },
    ])
    expect(toDos!.items[0]!.time).toBe(toDos!.items[0]!.citations[0]!.time)
    expect(sections!.items).toMatchObject([
      { text: '本日はありが', block_uuid: file.uuids[0], citations: [] },
      { text: '導入は四月に', block_uuid: file.uuids[1] },
    ])
  })

  it.each<[string, Reply, string]>([
    ['429 by requests', { status: 429, body: { error: { message: 'Rate limit reached' } } }, 'rate-limit'],
    ['429 by tokens', { status: 429, body: { error: { message: 'tokens per min (TPM)' } } }, 'tpm-exceeded'],
    ['a text that is too long', { status: 400, body: { error: { message: 'prompt is too long' } } }, 'length-limit'],
    ['500', { status: 500, body: { error: { message: 'down' } } }, 'server-error'],
    ['a cut connection', { text: '{"overview":[{"text":"課題', cut: true }, 'server-error'],
    ['an error in the stream', { text: '{"overview":[', failure: 'overloaded' }, 'server-error'],
    ['malformed JSON', { text: 'すみません、要約できません。' }, 'server-error'],
    ['another form', { text: '{"statements":[]}' }, 'server-error'],
    ['1 MB of text', { text: `{"overview":[{"text":"${'あ'.repeat(1_000_000)}`, pieceLength: 10_000 }, 'server-error'],
  ])('%s fails every part, keeps the earlier items, and returns the chat', async (_, given, error) => {
    await summarise()
    const before = await usedChats()
    models.requests.length = 0
    reply = () => given
    const { parts, is_writing } = await summarise()
    expect(is_writing).toBe(false)
    expect(parts.map((part) => [part.status, part.error])).toEqual(SUMMARY_PARTS.map(() => ['failed', error]))
    expect(parts.map(({ items }) => items.length)).toEqual([3, 1, 1, 2])
    // The limit of a provider ends the generation; other failures do not affect the other parts.
    expect(models.requests).toHaveLength(['rate-limit', 'tpm-exceeded'].includes(error) ? 1 : SUMMARY_PARTS.length)
    expect(await usedChats()).toBe(before)
  })
})

it('a provider that hangs ends the generation after the limit of time', async () => {
  reply = () => 'hang'
  const database = { url: test.databaseUrl, drop: () => Promise.resolve() }
  const env = { ...standInEnvironment(models.url), KAIWA_AI_ANSWER_SECONDS: '1' }
  const hasty = await openTestApp({ env, database })
  try {
    await generate(hasty, file, owner)
    await hasty.settle()
  } finally {
    await hasty.close()
  }
  const { parts } = await read()
  expect(parts.map(({ status, error }) => [status, error])).toEqual(SUMMARY_PARTS.map(() => ['failed', 'server-error']))
  expect(models.requests).toHaveLength(1)
})

it('a part that fails alone is written again alone, and the generation stays counted', async () => {
  const before = await usedChats()
  const own = await createSpokenFile(test, { folder, owner }, SPOKEN)
  reply = (request) => (partsIn(request).includes('decisions') ? { text: 'x' } : faithful(request))
  const { parts } = await summarise(own)
  expect(parts.map(({ status }) => status)).toEqual(['ready', 'failed', 'ready', 'ready'])
  expect(await usedChats()).toBe(before + 1)
  models.requests.length = 0
  reply = faithful
  await generate(test, own, owner, ['decisions'])
  expect((await read(own)).parts.map(({ status }) => status)).toEqual(['ready', 'writing', 'ready', 'ready'])
  await test.settle()
  expect(models.requests.map((request) => partsIn(request))).toEqual([['decisions']])
  expect(await partOf(test, own, 'decisions', owner)).toMatchObject({ status: 'ready', error: null, version: 1 })
  expect(await usedChats()).toBe(before + 2)
})

describe('items', () => {
  it('without a quote that was said are dropped, and a part without items is ready', async () => {
    reply = (request) => {
      const blocks = blocksIn(request)
      const valid = { block: blocks[1]!.block, quote: '四月に決まりました' }
      return {
        text: summaryJson(request, {
          decisions: [
            { text: '一億円を払う', quotes: [{ block: blocks[1]!.block, quote: '一億円を払います' }] },
            { text: '別の発言', quotes: [{ block: blocks[0]!.block, quote: '四月に決まりました' }] },
            { text: '存在しない', quotes: [{ block: 'b99', quote: '本日は' }] },
            { text: '根拠なし', quotes: [] },
            { text: '四月に導入する', quotes: [valid, { block: blocks[1]!.block, quote: '五月' }] },
          ],
          sections: [
            { text: '存在しない', block: 'b99' },
            { text: '最後', block: blocks[2]!.block },
            { text: '最初', block: blocks[0]!.block },
            { text: '同じ場所', block: blocks[0]!.block },
          ],
        }),
      }
    }
    const { parts } = await summarise()
    expect(parts.map(({ status }) => status)).toEqual(SUMMARY_PARTS.map(() => 'ready'))
    const [overview, decisions, , sections] = parts
    expect(overview!.items).toEqual([])
    expect(decisions!.items).toMatchObject([
      { text: '四月に導入する', citations: [{ quote: '四月に決まりました', range: { start: 3, end: 12 } }] },
    ])
    expect(decisions!.items[0]!.citations).toHaveLength(1)
    // In the order of the recording.
    expect(sections!.items.map(({ text }) => text)).toEqual(['最初', '最後'])
  })

  it('of which none was said leave the part as it was', async () => {
    await summarise()
    const { version } = await partOf(test, file, 'decisions', owner)
    reply = (request) => {
      const [first] = blocksIn(request)
      return {
        text: summaryJson(request, {
          decisions: [{ text: '一億円を払う', quotes: [{ block: first!.block, quote: '一億円を払います' }] }],
          sections: [{ text: '存在しない', block: 'b99' }],
        }),
      }
    }
    const { parts } = await summarise()
    expect(parts.map(({ status, error, items }) => [status, error, items.length])).toEqual([
      // Nothing was written, and nothing was invented.
      ['ready', null, 0],
      ['failed', 'server-error', 1],
      ['ready', null, 0],
      ['failed', 'server-error', 2],
    ])
    expect(parts[1]).toMatchObject({ version })
  })

  it('of an answer that reached the limit of tokens are kept if they are complete', async () => {
    const own = await createSpokenFile(test, { folder, owner }, SPOKEN)
    reply = (request) => {
      const { text } = faithful(request)
      if (partsIn(request).includes('overview'))
        return { text: text.slice(0, text.lastIndexOf('"quote"')), atLimit: true }
      if (partsIn(request).includes('decisions')) return { text: '{"decisions":[{"text":"四月に', atLimit: true }
      return { text, atLimit: true }
    }
    const { parts } = await summarise(own)
    expect(parts.map(({ status, error, items }) => [status, error, items.length])).toEqual([
      ['ready', null, 2],
      ['failed', 'length-limit', 0],
      ['ready', null, 1],
      ['ready', null, 2],
    ])
    expect(parts[0]!.items.map(({ citations }) => citations.length)).toEqual([1, 1])
  })

  it('are plain text of limited length', async () => {
    reply = (request) => {
      const quotes = [{ block: blocksIn(request)[0]!.block, quote: '本日は' }]
      return {
        text: summaryJson(request, {
          overview: [
            { text: `[資料](https://evil.example)\n\n<img src=x> 一行`, quotes },
            { text: '長'.repeat(2_000), quotes },
          ],
          to_dos: [{ text: '送る', quotes, owner: '人'.repeat(200), due: '\u0000 ' }],
        }),
      }
    }
    const { parts } = await summarise()
    expect(parts[0]!.items.map(({ text }) => text)).toEqual(['資料 一行', '長'.repeat(500)])
    expect(parts[2]!.items).toMatchObject([{ owner: '人'.repeat(100), due: null }])
  })
})
