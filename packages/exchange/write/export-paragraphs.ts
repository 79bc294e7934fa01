// Shared by all readable formats: sections with paragraphs, where a paragraph is the continuous speech of one speaker.

import { paragraphs } from '@kaiwa/transcript/paragraphs.ts'
import type { FileBlock, TranscriptFile } from '../transcript-file.ts'
import { labels } from './options.ts'
import type { WriteOptions } from './options.ts'

export interface Passage {
  readonly tag: TranscriptFile['tags'][number]
  readonly offset: number
  readonly text: string
}

export interface Paragraph {
  /** The heading before it; null within a section, or if sections are left out. */
  readonly section: string | null
  /** Name of the speaker; null if speakers are left out. */
  readonly speaker: string | null
  /** Null if the speaker is unknown. */
  readonly speakerId: number | null
  /** Seconds; null if times are left out. */
  readonly start: number | null
  readonly blocks: readonly { readonly content: string; readonly passages: readonly Passage[] }[]
}

/** Display name of a block's speaker. */
export function namesOf(file: TranscriptFile, { language }: WriteOptions): (block: FileBlock) => string {
  const names = new Map(file.speakers.map(({ id, name }) => [id, name]))
  return ({ speaker_id }) => (speaker_id === null ? undefined : names.get(speaker_id)) ?? labels[language].nobody
}

/** The tagged passages of a block in text order. */
export function passagesOf(file: TranscriptFile): (block: FileBlock) => Passage[] {
  const tags = new Map(file.tags.map((tag) => [tag.id, tag]))
  return (block) =>
    block.tags
      .flatMap(({ tag_id, offset, text }) => {
        const tag = tags.get(tag_id)
        return tag ? [{ tag, offset, text }] : []
      })
      .sort((a, b) => a.offset - b.offset)
}

/** The paragraphs of a transcript in order. A section always begins a new paragraph. */
export function* exportParagraphs(file: TranscriptFile, options: WriteOptions): Generator<Paragraph> {
  const nameOf = namesOf(file, options)
  const passages = passagesOf(file)
  const section = ({ section_name }: FileBlock) => (options.sections && section_name?.trim()) || null
  const marked = file.blocks.map((block) => ({ ...block, is_break: block.is_break || section(block) !== null }))
  for (const blocks of paragraphs(marked)) {
    const [first] = blocks
    if (!first) continue
    yield {
      section: section(first),
      speaker: options.speakers && file.speakers.length > 0 ? nameOf(first) : null,
      speakerId: first.speaker_id,
      start: options.times ? first.start_time : null,
      blocks: blocks.map((block) => ({
        content: block.content,
        passages: options.tags ? passages(block) : [],
      })),
    }
  }
}
