import { describe, expect, it } from 'vitest'
import { BlockSequence, type Change, type EditableBlock, type EditableDocument } from '@kaiwa/transcript'
import { toModel } from '@kaiwa/transcript/test/oracle.ts'
import { randomDocument, randomOf } from '@kaiwa/transcript/test/random-document.ts'
import { randomOperation } from '@kaiwa/transcript/test/random-operation.ts'
import type { Node } from 'prosemirror-model'
import {
  BLOCKS_PER_CHUNK,
  CHUNKS_PER_GROUP,
  extensionSteps,
  mirrorStep,
  toBlocks,
  toDocument,
} from './prosemirror-document.ts'
import { chunksOf, docPositionOf, locate, textPositionAt } from './text-positions.ts'
import { attributesOf } from './schema.ts'
import { block, longTranscript } from './test/sample-blocks.ts'

describe('EDIT-01 EDIT-62 blocks survive conversion to the document and back', () => {
  const blocks = [
    block('a', 0, 'おはよう|ございます|。', { section_name: '挨拶', sentiment: 1 }),
    block('b', 2, 'Good| morning', { speaker_id: 2, is_break: true, sentiment: -0.5 }),
    block('c', 4, '', { speaker_id: null }),
    block('d', 5, 'one\ntwo'),
  ]
  it('unchanged', () => {
    const fields = ({
      uuid,
      start_time,
      end_time,
      sentiment,
      section_name,
      is_break,
      speaker_id,
      content,
    }: (typeof blocks)[0]) => ({ uuid, start_time, end_time, sentiment, section_name, is_break, speaker_id, content })
    expect(toBlocks(toDocument(blocks))).toEqual(blocks.map(fields))
  })
  it('an empty transcript is a valid document', () => expect(toBlocks(toDocument([]))).toEqual([]))
})

it(`chunks hold at most ${BLOCKS_PER_CHUNK} blocks, and groups ${CHUNKS_PER_GROUP} chunks`, () => {
  const doc = toDocument(longTranscript(BLOCKS_PER_CHUNK * CHUNKS_PER_GROUP + 30, 2))
  expect(doc.children.map((group) => group.childCount)).toEqual([16, 3])
  expect(chunksOf(doc).map((chunk) => chunk.childCount)).toEqual(Array<number>(19).fill(10))
})

it('EDIT-26 starts_paragraph is set for a new speaker and after a break', () => {
  const doc = toDocument([
    block('a', 0, 'x'),
    block('b', 1, 'x'),
    block('c', 2, 'x', { is_break: true }),
    block('d', 3, 'x', { speaker_id: 2 }),
  ])
  expect(chunksOf(doc)[0]!.children.map((node) => attributesOf(node).starts_paragraph)).toEqual([
    true,
    false,
    true,
    true,
  ])
})

it('finds every block by its uuid', () => {
  const blocks = longTranscript(250, 2)
  const doc = toDocument(blocks)
  for (const { uuid } of blocks) {
    const { node, position } = locate(doc, uuid)!
    expect(doc.nodeAt(position)).toBe(node)
    expect(attributesOf(node).uuid).toBe(uuid)
  }
  expect(locate(doc, 'elsewhere')).toBeNull()
})

function documentOf(blocks: readonly EditableBlock[]): EditableDocument {
  return {
    id: 1,
    revision: 1,
    blocks: BlockSequence.of(blocks),
  }
}

function mirrored(page: Node, document: EditableDocument, changes: readonly Change[] | null, kept?: string): Node {
  const step = mirrorStep(page, document, changes, kept)
  if (!step) return page
  const { doc, failed } = step.apply(page)
  if (!doc) throw new Error(failed ?? 'no document')
  doc.check()
  return doc
}

/** All text and attributes of the page, including starts_paragraph. */
function shownOf(page: Node) {
  return chunksOf(page).flatMap((chunk) => chunk.children.map((node) => [attributesOf(node), node.textContent]))
}

it('random operations: incremental updates and a full reload show the same as a new page', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed)
    let document = randomDocument(random)
    let model = [...document.blocks].map(toModel)
    let page = toDocument(document.blocks)
    let stale = page
    let uuids = 0
    for (let count = 0; count < 60; count++) {
      const { edit, model: next } = randomOperation({ document, model }, random, () => `new-${++uuids}`)
      if (!edit) continue
      model = [...next]
      document = edit.document
      page = mirrored(page, document, edit.changes)
      const expected = shownOf(toDocument(document.blocks))
      expect(shownOf(page)).toEqual(expected)
      if (random(5) > 0) continue
      stale = mirrored(stale, document, null)
      expect(shownOf(stale)).toEqual(expected)
    }
  }
})

it('random operations over several groups, and replaced parts of the document: positions stay true', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = randomOf(seed)
    let document = documentOf(longTranscript(500, 2))
    let model = [...document.blocks].map(toModel)
    let page = toDocument(document.blocks)
    let uuids = 0
    const check = () => {
      expect(shownOf(page)).toEqual(shownOf(toDocument(document.blocks)))
      expect(Math.max(...page.children.map((group) => group.childCount))).toBeLessThanOrEqual(3 * CHUNKS_PER_GROUP)
      expect(Math.max(...chunksOf(page).map((chunk) => chunk.childCount))).toBeLessThanOrEqual(3 * BLOCKS_PER_CHUNK)
      for (const { uuid } of document.blocks) {
        const { node, position } = locate(page, uuid)!
        expect(page.nodeAt(position)).toBe(node)
        expect(textPositionAt(page, position + 1)).toEqual({ uuid, offset: 0 })
      }
    }
    for (let count = 0; count < 60; count++) {
      const { edit, model: next } = randomOperation({ document, model }, random, () => `new-${++uuids}`)
      if (!edit) continue
      model = [...next]
      document = edit.document
      page = mirrored(page, document, edit.changes)
    }
    check()
    // Another version of the document: a part is missing, and many new blocks are elsewhere.
    const blocks = [...document.blocks]
    const from = random(blocks.length)
    const gone = new Set(blocks.slice(from, from + random(250)))
    const left = blocks.filter((one) => !gone.has(one))
    const added = longTranscript(random(900), 1).map((one) => ({ ...one, uuid: `added-${one.uuid}` }))
    document = documentOf(left.toSpliced(random(left.length), 0, ...added))
    page = mirrored(page, document, null)
    check()
  }
})

describe('unchanged nodes are reused', () => {
  const blocks = longTranscript(600, 3)
  const page = toDocument(blocks)
  /** Indexes of the children that differ. */
  const changedIn = (before: Node, after: Node) => {
    expect(after.childCount).toBe(before.childCount)
    return [...before.children.keys()].filter((number) => before.child(number) !== after.child(number))
  }

  it('a change to one block replaces one group, one chunk and one block in them', () => {
    const before = blocks[226]!
    const after = { ...before, content: `${before.content}。` }
    const next = mirrored(page, documentOf(blocks.with(226, after)), [{ type: 'put', before, after }])
    expect(changedIn(page, next)).toEqual([1])
    expect(changedIn(page.child(1), next.child(1))).toEqual([6])
    expect(changedIn(page.child(1).child(6), next.child(1).child(6))).toEqual([6])
  })
  it('changes in two groups keep the group between them', () => {
    const [first, last] = [blocks[3]!, blocks[500]!]
    const edited = (block: typeof first) => ({ ...block, content: `${block.content}。` })
    const next = mirrored(page, documentOf(blocks.with(3, edited(first)).with(500, edited(last))), [
      { type: 'put', before: first, after: edited(first) },
      { type: 'put', before: last, after: edited(last) },
    ])
    expect(changedIn(page, next)).toEqual([0, 3])
    expect(toBlocks(next)[500]!.content).toBe(edited(last).content)
  })
  it('a chunk without blocks is removed, and so is a group', () => {
    const gone = blocks.slice(160, 320)
    const left = blocks.filter((block) => !gone.includes(block))
    const changes = gone.toReversed().map((block): Change => {
      const previous = blocks[blocks.indexOf(block) - 1]!.uuid
      return { type: 'delete', previous, block }
    })
    const next = mirrored(page, documentOf(left), changes)
    expect(next.children.map((group) => group.childCount)).toEqual([16, 16, 12])
    expect(next.child(0)).toBe(page.child(0))
    expect(toBlocks(next).map(({ uuid }) => uuid)).toEqual(left.map(({ uuid }) => uuid))
    const fewer = mirrored(page, documentOf(blocks.filter((_, number) => number < 10 || number >= 20)), null)
    expect(fewer.child(0).childCount).toBe(15)
  })
  it('a growing transcript keeps its chunks', () => {
    const grown = mirrored(page, documentOf(longTranscript(1400, 3)), null)
    expect(chunksOf(grown).slice(0, 60)).toEqual(chunksOf(page))
    expect(grown.children.slice(0, 3)).toEqual(page.children.slice(0, 3))
    expect(Math.max(...grown.children.map((group) => group.childCount))).toBe(CHUNKS_PER_GROUP)
    expect(toBlocks(grown)).toHaveLength(1400)
  })
  it('the text of a composition stays on the page', () => {
    const [first, ...others] = blocks
    const composing = mirrored(page, documentOf([{ ...first!, content: 'にほ' }, ...others]), null)
    const after = { ...first!, content: 'other', section_name: '予算' }
    const next = mirrored(
      composing,
      documentOf([after, ...others]),
      [{ type: 'put', before: first!, after }],
      first!.uuid,
    )
    expect(next.child(0).child(0).child(0).textContent).toBe('にほ')
    expect(attributesOf(next.child(0).child(0).child(0)).section_name).toBe('予算')
  })
})

it('placeAt is the inverse of positionAt, also at chunk edges', () => {
  const page = toDocument([...longTranscript(400, 1), block('last', 999, '終わり')])
  for (const { uuid, content } of toBlocks(page)) {
    for (const offset of [0, 1, content.length]) {
      const position = docPositionOf(page, { uuid, offset })!
      expect(textPositionAt(page, position)).toEqual({ uuid, offset })
    }
  }
  expect(docPositionOf(page, { uuid: 'gone', offset: 0 })).toBeNull()
  expect(textPositionAt(page, 0, true)).toEqual({ uuid: 'block-0', offset: 0 })
  expect(textPositionAt(page, page.content.size)).toEqual({ uuid: 'last', offset: 3 })
  // Between two groups, and between two chunks of a group.
  const edges = [page.child(0).nodeSize, page.child(0).nodeSize + 1 + page.child(1).child(0).nodeSize]
  for (const [number, edge] of edges.entries()) {
    const first = 160 + number * 10
    expect(textPositionAt(page, edge, true)).toEqual({ uuid: `block-${first}`, offset: 0 })
    expect(textPositionAt(page, edge)).toEqual({ uuid: `block-${first - 1}`, offset: 3 })
  }
})

describe('blocks that arrive at the ends', () => {
  const blocks = longTranscript(600, 2)
  const documentOf = (from: number, to: number): EditableDocument => ({
    id: 1,
    revision: 1,
    blocks: BlockSequence.of(blocks.slice(from, to)),
  })
  const extended = (doc: Node, document: EditableDocument): Node => {
    let made = doc
    for (const step of extensionSteps(doc, document)) made = step.apply(made).doc!
    return made
  }
  it.each([
    ['after', 0, 40, 0, 600],
    ['before', 560, 600, 0, 600],
    ['before and after', 300, 332, 37, 600],
    ['nowhere', 10, 20, 10, 20],
  ])('%s: the document has the same blocks as one made at once', (_where, from, to, first, last) => {
    const doc = extended(toDocument(blocks.slice(from, to)), documentOf(first, last))
    expect(toBlocks(doc)).toEqual(toBlocks(toDocument(blocks.slice(first, last))))
    const starts = (one: Node) => {
      const found: boolean[] = []
      one.descendants((node) => void (node.type.name === 'block' && found.push(attributesOf(node).starts_paragraph)))
      return found
    }
    expect(starts(doc)).toEqual(starts(toDocument(blocks.slice(first, last))))
    doc.check()
  })
  it('keeps the chunks that were there', () => {
    const doc = toDocument(blocks.slice(60, 124))
    const made = extended(doc, documentOf(0, 600))
    expect(made.children).toContain(doc.child(0))
  })
  it('rebuilds only the first chunk when its first block no longer starts a paragraph', () => {
    const doc = toDocument(blocks.slice(61, 125))
    const made = extended(doc, documentOf(0, 600))
    const [first, ...others] = chunksOf(doc)
    expect(chunksOf(made)).not.toContain(first)
    expect(chunksOf(made)).toEqual(expect.arrayContaining(others))
  })
})
