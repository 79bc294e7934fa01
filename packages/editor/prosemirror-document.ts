import { startsParagraph } from '@kaiwa/transcript'
import type { EditableBlock } from '@kaiwa/transcript'
import { Fragment } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { attributesOf, schema } from './schema.ts'
import type { BlockAttributes } from './schema.ts'

/** Blocks per chunk: large enough to keep the tree flat, small enough that the layout of one chunk is fast. */
export const BLOCKS_PER_CHUNK = 32

/** The part of a block that the document shows. Words and tags stay in the session. */
export type BlockText = Omit<BlockAttributes, 'starts_paragraph'> & Pick<EditableBlock, 'content'>

function textOf(content: string): Fragment {
  return content === '' ? Fragment.empty : Fragment.from(schema.text(content))
}

function sameAttributes(a: BlockAttributes, b: BlockAttributes): boolean {
  return (
    a.uuid === b.uuid &&
    a.start_time === b.start_time &&
    a.end_time === b.end_time &&
    a.sentiment === b.sentiment &&
    a.section_name === b.section_name &&
    a.is_break === b.is_break &&
    a.speaker_id === b.speaker_id &&
    a.starts_paragraph === b.starts_paragraph
  )
}

/**
 * The node of a block after `previous`. Returns `old` when nothing changed, and keeps its attributes when only the text
 * changed.
 */
export function toBlockNode(block: BlockText, previous: Node | undefined, old?: Node): Node {
  const { uuid, start_time, end_time, sentiment, section_name, is_break, speaker_id, content } = block
  const starts_paragraph = startsParagraph(block, previous && attributesOf(previous))
  const attributes = { uuid, start_time, end_time, sentiment, section_name, is_break, speaker_id, starts_paragraph }
  if (!old || !sameAttributes(attributesOf(old), attributes))
    return schema.node('block', attributes, old?.textContent === content ? old.content : textOf(content))
  return old.textContent === content ? old : old.copy(textOf(content))
}

/** Groups block nodes into chunks of BLOCKS_PER_CHUNK. */
export function toChunks(members: readonly Node[]): Node[] {
  const chunks: Node[] = []
  for (let first = 0; first < members.length; first += BLOCKS_PER_CHUNK)
    chunks.push(schema.node('chunk', null, members.slice(first, first + BLOCKS_PER_CHUNK)))
  return chunks
}

/** The document of blocks in reading order. */
export function toDocument(blocks: Iterable<BlockText>): Node {
  const members: Node[] = []
  for (const block of blocks) members.push(toBlockNode(block, members.at(-1)))
  return schema.node('doc', null, toChunks(members))
}

/** The blocks of a document in reading order; the inverse of `toDocument`. */
export function toBlocks(doc: Node): BlockText[] {
  const blocks: BlockText[] = []
  doc.forEach((chunk) =>
    chunk.forEach((block) => {
      const { starts_paragraph: _derived, ...attributes } = attributesOf(block)
      blocks.push({ ...attributes, content: block.textContent })
    }),
  )
  return blocks
}
