import { createTag, createTagCategory, tagPassages } from '@kaiwa/contract/tags.ts'
import { getTranscriptParts, type TranscriptPart } from '@kaiwa/contract/transcript-parts.ts'
import { type Block, getTranscript } from '@kaiwa/contract/transcripts.ts'
import { PartReader } from '@kaiwa/transcript/part-reader.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let base: string
let owner: TestOwner
let folder: TestFolder
let long: TestFile
let order: string[]
/** Several parts: the first has 64 blocks, the others at most 200. */
const BLOCKS = 700
beforeAll(async () => {
  test = await openTestApp()
  base = `${await test.listen()}/api`
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  long = await createFile(test.db, folder, { creator: owner })
  await createTranscript(test.db, long, { blocks: BLOCKS, phrases: 2 })
  order = (await whole(long)).transcript.block_order
})
afterAll(() => test.close())

function whole({ id: fileId }: Pick<TestFile, 'id'>) {
  return test.succeed(getTranscript, { params: { fileId } }, owner)
}

/** The blocks of each part as a page reads them. */
async function read({ id: fileId }: Pick<TestFile, 'id'>, query: { block?: string; time?: number } = {}) {
  const { parts, ...head } = await test.succeed(getTranscriptParts, { params: { fileId }, query }, owner)
  const reader = new PartReader(head, fileId)
  return { head, parts: parts.map((part) => ({ position: part.position, blocks: reader.read(part) })) }
}

/** The blocks of all parts in reading order. */
function joined(parts: readonly { position: number; blocks: readonly Block[] }[]): Block[] {
  return parts.toSorted((a, b) => a.position - b.position).flatMap(({ blocks }) => blocks)
}

describe('the transcript in parts', () => {
  it('has the same blocks, words, tags, speakers, revision and lock as the transcript', async () => {
    const file = await createFile(test.db, folder, { creator: owner })
    const { transcriptId } = await createTranscript(test.db, file, { blocks: 3 })
    await sql`update blocks set section_name = '予算', is_break = true, start_time = 0.1 + 0.2 where position = 1
      and transcript_id = ${transcriptId}`.execute(test.db)
    const first = (await whole(file)).transcript.block_order[0]!
    const category = await test.succeed(createTagCategory, { body: { name: '見積もり' } }, owner)
    const tag = { name: '要望', appearance: '#FD6F2C', tag_category_id: category.id }
    const { id: tag_id } = await test.succeed(createTag, { params: { fileId: file.id }, body: tag }, owner)
    const range = { block_uuid: first, tag_id, offset: 0, text: '本日', tag_uuid: crypto.randomUUID() }
    await test.succeed(tagPassages, { params: { id: transcriptId }, body: { ranges: [range] } }, owner)

    const { transcript, blocks, lock, url } = await whole(file)
    const { block_order, ...header } = transcript
    const { head, parts } = await read(file)
    expect(head).toMatchObject({ transcript: header, block_count: 3, lock })
    expect(url.startsWith(head.url.slice(0, head.url.lastIndexOf('/')))).toBe(true)
    expect(blocks[first]?.tags).toHaveLength(1)
    expect(joined(parts)).toEqual(block_order.map((uuid) => blocks[uuid]))
  })

  it('begins at the start and divides a long transcript', async () => {
    const { transcript, blocks } = await whole(long)
    const { head, parts } = await read(long)
    expect(head.block_count).toBe(BLOCKS)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts[0]).toMatchObject({ position: 0, blocks: { length: 64 } })
    expect(parts.flatMap((part) => part.blocks)).toEqual(transcript.block_order.map((uuid) => blocks[uuid]))
  })

  it.each([
    ['a block', async () => ({ block: order[400]! }), 400],
    ['a time', async () => ({ time: (await whole(long)).blocks[order[400]!]!.start_time + 0.1 }), 400],
    ['the last block', async () => ({ block: order[BLOCKS - 1]! }), BLOCKS - 1],
  ])('begins 16 blocks before %s, and the blocks before follow at the end', async (_place, query, index) => {
    const { parts } = await read(long, await query())
    expect(parts[0]!.position).toBe(index - 16)
    expect(parts[0]!.blocks[16]!.uuid).toBe(order[index])
    expect(joined(parts).map(({ uuid }) => uuid)).toEqual(order)
    const positions = parts.map(({ position }) => position)
    const wrap = positions.indexOf(0)
    expect([...positions.slice(wrap), ...positions.slice(0, wrap)]).toEqual(positions.toSorted((a, b) => a - b))
  })

  it.each([
    ['an unknown block', { block: crypto.randomUUID() }],
    ['a block near the start', () => ({ block: order[3]! })],
    ['a time before the first block', { time: 0 }],
  ])('begins at the start for %s', async (_place, query) => {
    const { parts } = await read(long, typeof query === 'function' ? query() : query)
    expect(parts[0]!.position).toBe(0)
    expect(joined(parts).map(({ uuid }) => uuid)).toEqual(order)
  })

  it('sends each part of a long transcript as a line', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const text = await (await fetch(`${base}/files/${long.id}/transcript/parts`, { headers })).text()
    const [first = '', ...others] = text.split('\n')
    const { parts } = JSON.parse(`${first}]}`) as { parts: TranscriptPart[] }
    const rest = others.slice(0, -1).map((line) => JSON.parse(line.slice(1)) as TranscriptPart)
    expect(others.at(-1)).toBe(']}')
    expect([...parts, ...rest].flatMap(({ blocks }) => blocks.map(({ uuid }) => uuid))).toEqual(order)
  })

  it('is found by readers of the file only', async () => {
    const stranger = await createOwner(test.db)
    const { error } = await test.call(getTranscriptParts, { params: { fileId: long.id } }, stranger)
    expect(error).toBe('E_NOT_FOUND')
  })
})
