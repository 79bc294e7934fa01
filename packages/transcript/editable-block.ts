import type { SavedBlock } from '@kaiwa/contract/transcript-edits.ts'
import type { Block, TagUsage, Term } from '@kaiwa/contract/transcripts.ts'

/**
 * A block in the editor: the fields that a save can change, plus the sentiment of the analysis. Times in seconds, offsets in
 * UTF-16 code units. Immutable: an edit creates a new block, and undo restores the old one.
 */
export interface EditableBlock {
  readonly uuid: string
  readonly content: string
  readonly start_time: number
  readonly end_time: number
  readonly is_break: boolean
  readonly section_name: string | null
  readonly speaker_id: number | null
  readonly sentiment: number
  /** A person chose the sentiment. Absent in drafts and journals of earlier versions. */
  readonly is_sentiment_manual?: boolean | undefined
  /** Sorted, without overlap; each holds its part of the content. */
  readonly terms: readonly Term[]
  /** Sorted by offset; ranges of different tags may overlap. */
  readonly tags: readonly TagUsage[]
}

export function toEditableBlock(block: Block): EditableBlock {
  return {
    uuid: block.uuid,
    content: block.content,
    start_time: block.start_time,
    end_time: block.end_time,
    is_break: block.is_break,
    section_name: block.section_name,
    speaker_id: block.speaker_id,
    sentiment: block.sentiment,
    is_sentiment_manual: block.is_sentiment_manual,
    terms: block.terms,
    tags: block.tags,
  }
}

export function sameTerm(a: Term, b: Term): boolean {
  return (
    a === b ||
    (a.text === b.text &&
      a.offset === b.offset &&
      a.start_time === b.start_time &&
      a.end_time === b.end_time &&
      a.type === b.type &&
      a.score === b.score &&
      a.base === b.base &&
      a.reading === b.reading &&
      a.confidence === b.confidence)
  )
}

export function sameTag(a: TagUsage, b: TagUsage): boolean {
  return a === b || (a.tag_uuid === b.tag_uuid && a.tag_id === b.tag_id && a.offset === b.offset && a.text === b.text)
}

export function sameList<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return a === b || (a.length === b.length && a.every((one, index) => same(one, b[index]!)))
}

/** True when both have the same sentiment chosen by a person, or none. Other sentiments change with each analysis. */
export function sameSentiment(a: EditableBlock, b: EditableBlock): boolean {
  if (!a.is_sentiment_manual || !b.is_sentiment_manual)
    return Boolean(a.is_sentiment_manual) === Boolean(b.is_sentiment_manual)
  return a.sentiment === b.sentiment
}

/** True when the `blocks` entries of a save would be equal. Speaker, section and sentiment are saved separately. */
export function sameBody(a: EditableBlock, b: EditableBlock): boolean {
  return (
    a === b ||
    (a.content === b.content &&
      a.start_time === b.start_time &&
      a.end_time === b.end_time &&
      a.is_break === b.is_break &&
      sameList(a.terms, b.terms, sameTerm) &&
      sameList(a.tags, b.tags, sameTag))
  )
}

/** True when all editable fields are equal. */
export function sameBlock(a: EditableBlock, b: EditableBlock): boolean {
  return sameBody(a, b) && a.section_name === b.section_name && a.speaker_id === b.speaker_id && sameSentiment(a, b)
}

/**
 * Sets the speaker of a block. A block that starts a section becomes a break, so that its heading is never inside a
 * paragraph.
 */
export function withSpeaker(block: EditableBlock, speaker_id: number | null): EditableBlock {
  if (block.speaker_id === speaker_id) return block
  return { ...block, speaker_id, is_break: block.is_break || block.section_name !== null }
}

/** A block in the form of a change set. */
export function toSavedBlock(block: EditableBlock): SavedBlock {
  return {
    uuid: block.uuid,
    content: block.content,
    start_time: block.start_time,
    end_time: block.end_time,
    terms: [...block.terms],
    tags: [...block.tags],
    is_break: block.is_break,
  }
}
