import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from './editable-block.ts'

/** Creates the uuid of a new block or tagged passage. */
export type CreateUuid = () => string

interface Passage {
  readonly text: string
  readonly offset: number
}

/**
 * Distributes passages to both sides of a cut (UTF-16). `cut` divides a passage that crosses it; its second argument is
 * the offset within the passage.
 */
function distribute<T extends Passage>(
  passages: readonly T[],
  offset: number,
  cut: (passage: T, at: number) => readonly [T, T],
): { left: T[]; right: T[] } {
  const left: T[] = []
  const right: T[] = []
  for (const passage of passages) {
    const at = offset - passage.offset
    if (at >= passage.text.length) left.push(passage)
    else if (at <= 0) right.push({ ...passage, offset: -at })
    else {
      const [first, second] = cut(passage, at)
      left.push(first)
      right.push(second)
    }
  }
  return { left, right }
}

/** Divides a word and splits its time in proportion to the text lengths. */
function cutTerm(term: Term, at: number): readonly [Term, Term] {
  const middle = term.start_time + ((term.end_time - term.start_time) * at) / term.text.length
  return [
    { ...term, text: term.text.slice(0, at), end_time: middle },
    { ...term, text: term.text.slice(at), offset: 0, start_time: middle },
  ]
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/**
 * Divides a block at `offset` (UTF-16). The first part keeps uuid, break and section. The words determine the times of
 * both parts; without words, the text lengths do. A tag across the cut marks both sides.
 */
export function divideBlock(
  block: EditableBlock,
  offset: number,
  createUuid: CreateUuid,
): readonly [EditableBlock, EditableBlock] {
  const uuid = createUuid()
  const terms = distribute(block.terms, offset, cutTerm)
  const tags = distribute<TagUsage>(block.tags, offset, (tag, at) => [
    { ...tag, text: tag.text.slice(0, at) },
    { ...tag, text: tag.text.slice(at), offset: 0, tag_uuid: createUuid() },
  ])
  const { start_time, end_time, content } = block
  const [last, next] = [terms.left.at(-1)?.end_time, terms.right[0]?.start_time]
  const guess = start_time + (end_time - start_time) * (content.length === 0 ? 1 : offset / content.length)
  const end = clamp(last ?? next ?? guess, start_time, end_time)
  const start = clamp(next ?? last ?? guess, end, end_time)
  return [
    { ...block, content: content.slice(0, offset), end_time: end, terms: terms.left, tags: tags.left },
    {
      ...block,
      uuid,
      content: content.slice(offset),
      start_time: start,
      is_break: false,
      section_name: null,
      terms: terms.right,
      tags: tags.right,
    },
  ]
}
