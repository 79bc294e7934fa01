// The ProseMirror document of a transcript: blocks as nodes in chunks, chunks in groups, and the step that keeps it equal
// to the session's document. Changes name their blocks, so only chunks with a changed block are rebuilt, and in them only
// the changed blocks. The view redraws replaced nodes only, so a composition in another block is not disturbed.
import { type Change, type EditableBlock, type EditableDocument, startsParagraph, uuidOf } from '@kaiwa/transcript'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import { attributesOf, type BlockAttributes, schema } from './schema.ts'
import { blockAt, blockIndexesIn, chunkIndexOf, chunksOf } from './text-positions.ts'

/** Blocks per chunk: a key or a moved mark reads and paints the chunks near the window, so they are small. */
export const BLOCKS_PER_CHUNK = 10
/** Chunks per group: with about as many groups as chunks in a group, the browser has the least to check per frame. */
export const CHUNKS_PER_GROUP = 16

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

/** Puts nodes into parents of a type, `count` into each. */
function inParents(type: 'chunk' | 'group', children: readonly Node[], count: number): Node[] {
  const parents: Node[] = []
  for (let first = 0; first < children.length; first += count)
    parents.push(schema.node(type, null, children.slice(first, first + count)))
  return parents
}

function toChunks(blocks: readonly Node[]): Node[] {
  return inParents('chunk', blocks, BLOCKS_PER_CHUNK)
}

function toGroups(chunks: readonly Node[]): Node[] {
  return inParents('group', chunks, CHUNKS_PER_GROUP)
}

/** The document of blocks in reading order. */
export function toDocument(blocks: Iterable<BlockText>): Node {
  const members: Node[] = []
  for (const block of blocks) members.push(toBlockNode(block, members.at(-1)))
  return schema.node('doc', null, toGroups(toChunks(members)))
}

/** The blocks of a document in reading order; the inverse of `toDocument`. */
export function toBlocks(doc: Node): BlockText[] {
  const blocks: BlockText[] = []
  for (const block of chunksOf(doc).flatMap((chunk) => chunk.children)) {
    const { starts_paragraph: _derived, ...attributes } = attributesOf(block)
    blocks.push({ ...attributes, content: block.textContent })
  }
  return blocks
}

/** A chunk with more blocks than this is split. */
const MAX_CHUNK_BLOCKS = 3 * BLOCKS_PER_CHUNK
/** A group with more chunks than this is split. */
const MAX_GROUP_CHUNKS = 3 * CHUNKS_PER_GROUP

/** Block uuids for each affected chunk, by its index in `chunksOf`. */
type Layout = Map<number, string[]>

function uuidsOf(chunk: Node): string[] {
  return [...blockIndexesIn(chunk).keys()]
}

/** Finds the chunk of a block, also of one that the changes so far have inserted. */
function openChunkFinder(doc: Node): { of(uuid: string): number; set(uuid: string, home: number): void } {
  const inserted = new Map<string, number>()
  return {
    set: (uuid, home) => void inserted.set(uuid, home),
    of(uuid) {
      const home = inserted.get(uuid) ?? chunkIndexOf(doc, uuid)
      if (home < 0) throw new Error(`the page has no block ${uuid}`)
      return home
    },
  }
}

/** Applies the changes to the affected chunks. A new block goes into the chunk of the block before it. */
function layoutOfChanges(doc: Node, changes: readonly Change[]): Layout {
  const layout: Layout = new Map()
  const home = openChunkFinder(doc)
  const listOf = (number: number): string[] => {
    let list = layout.get(number)
    if (!list) layout.set(number, (list = doc.childCount === 0 ? [] : uuidsOf(chunksOf(doc)[number]!)))
    return list
  }
  for (const change of changes) {
    if (change.type === 'insert') {
      const { previous, block } = change
      const number = previous === null ? 0 : home.of(previous)
      const list = listOf(number)
      list.splice(previous === null ? 0 : list.indexOf(previous) + 1, 0, block.uuid)
      home.set(block.uuid, number)
      continue
    }
    const uuid = uuidOf(change)
    const list = listOf(home.of(uuid))
    if (change.type === 'delete') list.splice(list.indexOf(uuid), 1)
  }
  return layout
}

/**
 * Assigns all blocks of the document to chunks: known blocks stay in their chunk, new ones follow the block before
 * them.
 */
function layoutOfDocument(doc: Node, { blocks }: EditableDocument): Layout {
  const chunks = chunksOf(doc)
  const layout: Layout = new Map(chunks.map((_, number) => [number, []]))
  if (layout.size === 0) layout.set(0, [])
  const home = new Map(chunks.flatMap((chunk, number) => uuidsOf(chunk).map((uuid) => [uuid, number])))
  let current = 0
  for (const { uuid } of blocks) {
    current = Math.max(current, home.get(uuid) ?? 0)
    layout.get(current)!.push(uuid)
  }
  return layout
}

/** The nodes that replace a chunk, and the last block in them. */
interface Rebuilt {
  readonly chunks: readonly Node[]
  readonly last: Node | undefined
}

/** Builds chunks with these blocks after `previous`. Reuses nodes of `old` that are still valid. */
function rebuild(
  old: Node | null,
  uuids: readonly string[],
  { document, previous, kept }: { document: EditableDocument; previous: Node | undefined; kept: string | null },
): Rebuilt {
  const indexes = old && blockIndexesIn(old)
  let last = previous
  const members = uuids.map((uuid) => {
    const index = indexes?.get(uuid)
    const before = index === undefined ? undefined : old!.child(index)
    const block = document.blocks.get(uuid)!
    last = toBlockNode(uuid === kept && before ? { ...block, content: before.textContent } : block, last, before)
    return last
  })
  if (old && members.length === old.childCount && members.every((member, number) => member === old.child(number)))
    return { chunks: [old], last }
  if (members.length === 0) return { chunks: [], last }
  if (members.length > MAX_CHUNK_BLOCKS) return { chunks: toChunks(members), last }
  return { chunks: [schema.node('chunk', null, members)], last }
}

/** The groups that replace `old` when its chunks are replaced by `chunks`; `old` itself if these are the same. */
function regroup(old: Node | null, chunks: readonly Node[]): readonly Node[] {
  if (!old || chunks.length > MAX_GROUP_CHUNKS) return toGroups(chunks)
  if (chunks.length === old.childCount && chunks.every((chunk, number) => chunk === old.child(number))) return [old]
  return chunks.length === 0 ? [] : [old.copy(Fragment.from(chunks))]
}

/** True when `previous` changes whether the first block of a chunk starts a paragraph. */
function changesParagraphStart(chunk: Node, previous: Node | undefined): boolean {
  const first = attributesOf(chunk.firstChild!)
  return startsParagraph(first, previous && attributesOf(previous)) !== first.starts_paragraph
}

/**
 * The step that updates `doc` to `document` after `changes` (null: unknown changes); null when it is up to date. The
 * text of block `kept`, which has a composition, is left as it is on the page.
 */
export function mirrorStep(
  doc: Node,
  document: EditableDocument,
  changes: readonly Change[] | null,
  kept: string | null = null,
): ReplaceStep | null {
  const layout = changes ? layoutOfChanges(doc, changes) : layoutOfDocument(doc, document)
  const old: readonly (Node | null)[] = doc.childCount === 0 ? [null] : doc.children
  const changed = [...layout.keys()]
  let previous: Node | undefined
  let number = 0
  let position = 0
  let isMoved = false
  let from = -1
  let to = 0
  // Unchanged groups between two changed ones are part of the step.
  let waiting: Node[] = []
  const made: Node[] = []
  for (const group of old) {
    const next = number + (group?.childCount ?? 1)
    const end = position + (group?.nodeSize ?? 0)
    let groups: readonly Node[]
    // A key changes one chunk of hundreds, so the chunks of other groups are not read.
    if (group && !isMoved && !changed.some((index) => index >= number && index < next)) {
      groups = [group]
      previous = blockAt(group, 'lastChild')!
      number = next
    } else {
      const members: Node[] = []
      for (const chunk of group?.children ?? [null]) {
        const uuids: readonly string[] | null =
          layout.get(number) ?? (chunk && isMoved && changesParagraphStart(chunk, previous) ? uuidsOf(chunk) : null)
        const { chunks, last }: Rebuilt = uuids
          ? rebuild(chunk, uuids, { document, previous, kept })
          : { chunks: [chunk!], last: chunk!.lastChild! }
        isMoved = chunks.length !== 1 || chunks[0] !== chunk
        members.push(...chunks)
        previous = last
        number++
      }
      groups = regroup(group, members)
    }
    if (groups.length !== 1 || groups[0] !== group) {
      made.push(...waiting, ...groups)
      waiting = []
      if (from < 0) from = position
      to = end
    } else if (from >= 0) waiting.push(group)
    position = end
  }
  return from < 0 ? null : new ReplaceStep(from, to, new Slice(Fragment.from(made), 0, 0))
}

/**
 * The steps that add the blocks which `document` has before the first and after the last block of `doc`. The chunks of
 * `doc` stay, except the first one if its first block no longer starts a paragraph.
 */
export function extensionSteps(doc: Node, { blocks }: EditableDocument): ReplaceStep[] {
  const opening = doc.firstChild
  const chunk = opening?.firstChild
  const first = chunk?.firstChild
  const last = chunksOf(doc).at(-1)?.lastChild
  if (!opening || !chunk || !first || !last) return []
  const nodesOf = (from: number, to: number, previous?: Node): Node[] => {
    const nodes: Node[] = []
    for (let index = from; index < to; index++) nodes.push(toBlockNode(blocks.at(index)!, nodes.at(-1) ?? previous))
    return nodes
  }
  const replace = (from: number, to: number, groups: readonly Node[]) =>
    new ReplaceStep(from, to, new Slice(Fragment.from(groups), 0, 0))
  const before = nodesOf(0, blocks.indexOf(attributesOf(first).uuid))
  const after = nodesOf(blocks.indexOf(attributesOf(last).uuid) + 1, blocks.length, last)
  const steps: ReplaceStep[] = []
  const end = doc.content.size
  if (after.length > 0) steps.push(replace(end, end, toGroups(toChunks(after))))
  if (before.length > 0) {
    const kept = toBlockNode({ ...attributesOf(first), content: first.textContent }, before.at(-1), first)
    const group = kept === first ? opening : withFirstChild(opening, withFirstChild(chunk, kept))
    steps.push(replace(0, opening.nodeSize, [...toGroups(toChunks(before)), group]))
  }
  return steps
}

function withFirstChild(parent: Node, child: Node): Node {
  return parent.copy(parent.content.replaceChild(0, child))
}
