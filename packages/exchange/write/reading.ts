// What documents for readers have in common: sections, and in them what one speaker says at a stretch.

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
  /** The heading in front of it; null within a section, or when sections are left out. */
  readonly section: string | null
  /** Who speaks; null when speakers are left out. */
  readonly speaker: string | null
  /** Seconds; null when times are left out. */
  readonly start: number | null
  readonly blocks: readonly { readonly content: string; readonly passages: readonly Passage[] }[]
}

/** Who says a block, for people. */
export function namesOf(file: TranscriptFile, { language }: WriteOptions): (block: FileBlock) => string {
  const names = new Map(file.speakers.map(({ id, name }) => [id, name]))
  return ({ speaker_id }) => (speaker_id === null ? undefined : names.get(speaker_id)) ?? labels[language].nobody
}

/** The tagged passages of a block, in the order of its text. */
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

/** The transcript as it is read, in order. A section always begins a paragraph. */
export function* readingOf(file: TranscriptFile, options: WriteOptions): Generator<Paragraph> {
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
      start: options.times ? first.start_time : null,
      blocks: blocks.map((block) => ({
        content: block.content,
        passages: options.tags ? passages(block) : [],
      })),
    }
  }
}
