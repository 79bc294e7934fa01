import { partBlock, type TranscriptPart, type TranscriptPartsHead } from '@kaiwa/contract/transcript-parts.ts'
import { block as sample } from '@kaiwa/editor/test/sample-blocks.ts'
import { WordEncoder } from '@kaiwa/transcript/word-columns.ts'
import { describe, expect, it } from 'vitest'
import { readParts } from './read-parts.ts'

const FILE = 3
const blocks = ['a', 'b', 'c', 'd'].map((uuid, index) =>
  sample(uuid, index * 10, '今日|は|\n晴れ', { project_file_id: FILE }),
)

/** The lines of an answer that has a part for each of `ranges`. */
function answer(ranges: readonly (readonly [from: number, to: number])[]): string[] {
  const encoder = new WordEncoder()
  const head: TranscriptPartsHead = {
    transcript: { id: 1, status: 'completed', revision: 2, last_edited_by: null, last_edited_at: null },
    block_count: blocks.length,
    speakers: [],
    url: '',
    lock: null,
  }
  const parts = ranges.map(([from, to]): TranscriptPart => {
    const own = blocks.slice(from, to)
    const sent = own.map((one) => partBlock.parse(one))
    return { position: from, blocks: sent, ...encoder.encode(own) }
  })
  const [first, ...others] = parts.map((part) => JSON.stringify(part))
  return [`${JSON.stringify(head).slice(0, -1)},"parts":[${first}\n`, ...others.map((part) => `,${part}\n`), ']}']
}

/** Reads a text that arrives in pieces of `size` characters. */
async function read(text: string, size: number) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const found: [position: number, uuids: string][] = []
  const terms: unknown[] = []
  for await (const part of readParts(pieces(), FILE)) {
    found.push([part.position, part.blocks.map(({ uuid }) => uuid).join('')])
    terms.push(...part.blocks)
  }
  return { found, blocks: terms }
}

describe('a transcript in parts', () => {
  it.each([1, 7, 1000, 100_000])('is read from pieces of %i characters', async (size) => {
    const text = answer([
      [2, 3],
      [3, 4],
      [0, 2],
    ]).join('')
    const { found, blocks: read_ } = await read(text, size)
    expect(found).toEqual([
      [2, 'c'],
      [3, 'd'],
      [0, 'ab'],
    ])
    expect(read_).toEqual([blocks[2], blocks[3], blocks[0], blocks[1]])
  })

  it('is read from an answer without line breaks', async () => {
    const text = answer([[0, 4]])
      .join('')
      .replaceAll(/\n(?=\]|,)/g, '')
    expect((await read(text, 50)).found).toEqual([[0, 'abcd']])
  })

  it('yields a part before the next one has begun', async () => {
    const [first, second, end] = answer([
      [0, 2],
      [2, 4],
    ]) as [string, string, string]
    const sent: string[] = []
    async function* pieces() {
      for (const piece of [first, second, end]) {
        sent.push(piece)
        yield piece
      }
    }
    const parts = readParts(pieces(), FILE)
    await parts.next()
    expect(sent).toEqual([first])
  })

  it.each([
    ['in a line', (text: string) => text.slice(0, -40)],
    ['between two lines', (text: string) => text.slice(0, text.lastIndexOf('\n,') + 1)],
  ])('is refused when it ends early %s', async (_where, cut) => {
    const text = cut(
      answer([
        [0, 2],
        [2, 4],
      ]).join(''),
    )
    await expect(read(text, 1000)).rejects.toMatchObject({ code: 'OFFLINE' })
  })
})
