// Converts between text positions (block uuid and offset) and positions of the ProseMirror document. A lookup walks over the
// chunks, at most one or two thousand. The index of blocks in a chunk is cached with the chunk node, which is reused until
// one of its blocks changes.

import type { TextPosition } from '@kaiwa/transcript'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { attributesOf } from './schema.ts'

const blockIndexes = new WeakMap<Node, ReadonlyMap<string, number>>()

/** Index in the chunk of each of its blocks. */
export function blockIndexesIn(chunk: Node): ReadonlyMap<string, number> {
  let known = blockIndexes.get(chunk)
  if (!known) {
    known = new Map(chunk.content.content.map((block, number) => [attributesOf(block).uuid, number]))
    blockIndexes.set(chunk, known)
  }
  return known
}

const chunkLists = new WeakMap<Node, readonly Node[]>()

/** All chunks of the document, in reading order. */
export function chunksOf(doc: Node): readonly Node[] {
  let known = chunkLists.get(doc)
  if (!known) {
    known = doc.children.flatMap((group) => group.children)
    chunkLists.set(doc, known)
  }
  return known
}

/** Index of the chunk that was found last. The next search begins there, because it is mostly for the same block or the next. */
let lastFound = 0

/** Index in `chunksOf` of the chunk of the block with this uuid; -1 when the document has none. */
export function chunkIndexOf(doc: Node, uuid: string): number {
  const chunks = chunksOf(doc)
  for (let step = 0, index = lastFound; step < chunks.length; step++, index++) {
    if (index >= chunks.length) index = 0
    if (blockIndexesIn(chunks[index]!).has(uuid)) return (lastFound = index)
  }
  return -1
}

/** A block of the document and the position before it. */
export interface Located {
  readonly node: Node
  readonly position: number
}

/** Size of the first `count` children. */
function sizeOfFirst(node: Node, count: number): number {
  let size = 0
  for (let index = 0; index < count; index++) size += node.child(index).nodeSize
  return size
}

/** Finds the block with this uuid; null when the document has none. */
export function locate(doc: Node, uuid: string): Located | null {
  const index = chunkIndexOf(doc, uuid)
  if (index < 0) return null
  // Index in the group of the chunk.
  let left = index
  let position = 0
  for (const group of doc.children) {
    if (left >= group.childCount) {
      left -= group.childCount
      position += group.nodeSize
      continue
    }
    const chunk = group.child(left)
    const number = blockIndexesIn(chunk).get(uuid)!
    position += 2 + sizeOfFirst(group, left) + sizeOfFirst(chunk, number)
    return { node: chunk.child(number), position }
  }
  return null
}

/** The document position of a text position, with the offset clamped to the text; null when the block does not exist. */
export function docPositionOf(doc: Node, { uuid, offset }: TextPosition): number | null {
  const block = locate(doc, uuid)
  return block && block.position + 1 + Math.min(Math.max(offset, 0), block.node.content.size)
}

/** The first or last block in a group, chunk or block. */
export function blockAt(node: Node | null, edge: 'firstChild' | 'lastChild'): Node | null {
  return node === null || node.type.name === 'block' ? node : blockAt(node[edge], edge)
}

/** The end of the last block before a position between blocks. */
function endBefore($position: ResolvedPos): TextPosition | null {
  const block = blockAt($position.nodeBefore, 'lastChild')
  return block ? { uuid: attributesOf(block).uuid, offset: block.content.size } : null
}

function startAfter($position: ResolvedPos): TextPosition | null {
  const block = blockAt($position.nodeAfter, 'firstChild')
  return block ? { uuid: attributesOf(block).uuid, offset: 0 } : null
}

/**
 * The text position of a document position. A position between two blocks maps to the previous block, or to the next one when `forward`
 * is set.
 */
export function textPositionAt(doc: Node, position: number, forward = false): TextPosition | null {
  const $position = doc.resolve(position)
  const { parent } = $position
  if (parent.type.name === 'block') return { uuid: attributesOf(parent).uuid, offset: $position.parentOffset }
  const [first, second] = forward ? [startAfter, endBefore] : [endBefore, startAfter]
  return first($position) ?? second($position)
}
