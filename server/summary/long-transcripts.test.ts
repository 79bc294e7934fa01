// Summaries of transcripts that do not fit one request.
import { withdrawFromProvider } from '@kaiwa/contract/chats.ts'
import { getSummary, type Summary } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AssistantFixture, countedChats, openAssistantFixture } from '../test/factories/assistant-fixture.ts'
import { blocksIn, createSpokenFile } from '../test/factories/chats.ts'
import type { TestFolder } from '../test/factories/items.ts'
import { generate, partsIn, summaryJson, switchOn } from '../test/factories/summaries.ts'
import type { TestOwner } from '../test/factories/users.ts'
import type { TestApp } from '../test/open-test-app.ts'
import type { ModelRequest } from '../test/stand-in-models.ts'
import { writeSummary } from './write-summary.ts'

let fixture: AssistantFixture
let test: TestApp
let owner: TestOwner
let folder: TestFolder

beforeAll(async () => {
  fixture = await openAssistantFixture()
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  ;({ owner, folder } = await fixture.createWorkspace(['短い話です。']))
  await switchOn(test, owner)
})
afterAll(() => fixture.close())

function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}番目の話題について長くお話ししました。`.repeat(8))
}

/** Starts a generation and runs its job. */
async function summarise(file: { id: number }): Promise<Summary> {
  await generate(test, file, owner)
  await test.settle()
  return test.succeed(getSummary, { params: { fileId: file.id } }, owner)
}

/** A model that takes a note of each piece for three of the parts, and writes the parts from the notes. */
function noting(request: ModelRequest): { text: string } {
  const blocks = blocksIn(request)
  if (blocks.length > 0) {
    const first = blocks[0]!
    const quotes = [{ block: first.block, quote: first.text.slice(0, 8) }]
    return {
      text: summaryJson(request, {
        overview: [{ text: 'メモ', quotes }],
        to_dos: [{ text: '送る', quotes, owner: '佐藤', due: null }],
        sections: [{ text: '話題', block: first.block }],
      }),
    }
  }
  const notes = request.prompt
    .split('\n')
    .filter((line) => line.startsWith('{"note"'))
    .map((line) => (JSON.parse(line) as { note: { text: string; block: string; quotes: [] } }).note)
  const all = notes.flatMap(({ quotes }) => quotes)
  return {
    text: summaryJson(request, {
      overview: [{ text: '要約', quotes: all }],
      to_dos: notes,
      sections: notes,
    }),
  }
}

describe('a long transcript', () => {
  it('is read in pieces, each once, and each part is written from its notes', async () => {
    const long = await createSpokenFile(test, { folder, owner }, texts(400))
    fixture.replyWith(noting)
    const { parts } = await summarise(long)
    const pieces = fixture.models.requests.filter((request) => blocksIn(request).length > 0)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.flatMap(blocksIn)).toHaveLength(400)
    // Nothing was decided, so nothing is asked for.
    expect(fixture.models.requests.slice(pieces.length).map((request) => partsIn(request))).toEqual([
      ['overview'],
      ['to_dos'],
      ['sections'],
    ])
    expect(parts.map(({ status, items }) => [status, items.length])).toEqual([
      ['ready', 1],
      ['ready', 0],
      ['ready', pieces.length],
      ['ready', pieces.length],
    ])
    expect(parts[0]!.items[0]!.citations).toHaveLength(pieces.length)
    expect(parts[2]!.items[0]).toMatchObject({ owner: '佐藤', due: null })
  })

  it('is summarised from the complete notes when notes reach the limit of tokens', async () => {
    const long = await createSpokenFile(test, { folder, owner }, texts(400))
    fixture.replyWith((request) => {
      const [first, second] = blocksIn(request)
      if (!first || !second) return noting(request)
      const [one, two] = [first, second].map(({ block, text }) => ({
        text: 'メモ',
        quotes: [{ block, quote: text.slice(0, 8) }],
      }))
      const lists = JSON.stringify({ overview: [one, two], decisions: [], to_dos: [one, two] })
      return { text: lists.slice(0, lists.lastIndexOf('"quote"')), atLimit: true }
    })
    const { parts } = await summarise(long)
    const pieces = fixture.models.requests.filter((request) => blocksIn(request).length > 0)
    expect(pieces.length).toBeGreaterThan(1)
    // Notes for four parts have the room of a whole answer.
    expect(pieces.map(({ maxTokens }) => maxTokens)).toEqual(pieces.map(() => 4_000))
    expect(parts.map(({ status, error, items }) => [status, error, items.length])).toEqual([
      ['ready', null, 1],
      ['ready', null, 0],
      ['ready', null, pieces.length],
      ['ready', null, 0],
    ])
    expect(parts[0]!.items[0]!.citations).toHaveLength(Math.min(10, 2 * pieces.length))
  })

  it('is not sent further after the consent is withdrawn between two pieces', async () => {
    const long = await createSpokenFile(test, { folder, owner }, texts(400))
    fixture.replyWith((request) => {
      const withdrawn = test.succeed(withdrawFromProvider, { query: { host: fixture.models.host } }, owner)
      return { ...noting(request), pieceLength: 20, waitFor: withdrawn }
    })
    const { parts } = await summarise(long)
    expect(fixture.models.requests).toHaveLength(1)
    expect(parts.map(({ error }) => error)).toEqual(SUMMARY_PARTS.map(() => 'server-error'))
  })

  it('is not sent again by the worker that follows one that stopped after the last part', async () => {
    const long = await createSpokenFile(test, { folder, owner }, texts(400))
    fixture.replyWith(noting)
    await summarise(long)
    // As if the worker had stopped between the last part and the end of the generation.
    await test.db.updateTable('summaries').set({ is_writing: true }).where('file_id', '=', long.id).execute()
    fixture.models.requests.length = 0
    await writeSummary({ app: test.app, signal: new AbortController().signal, log: test.app.log }, long.id, 1)
    expect(fixture.models.requests).toEqual([])
    const { is_writing, parts } = await test.succeed(getSummary, { params: { fileId: long.id } }, owner)
    expect([is_writing, parts[0]!.status]).toEqual([false, 'ready'])
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('beyond the budget of tokens ends as length-limit before anything is sent', async () => {
    const long = await createSpokenFile(
      test,
      { folder, owner },
      Array.from({ length: 60 }, () => 'とても長い話です。'.repeat(1_000)),
    )
    const before = await countedChats(test, owner)
    const { parts } = await summarise(long)
    expect(parts.map(({ error }) => error)).toEqual(SUMMARY_PARTS.map(() => 'length-limit'))
    expect(fixture.models.requests).toEqual([])
    expect(await countedChats(test, owner)).toEqual([...before, 1, -1])
  })
})
