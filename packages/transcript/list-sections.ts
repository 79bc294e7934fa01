import type { Block } from '@kaiwa/contract/transcripts.ts'

/** A named part of the file. It starts with the block that has its name and ends where the next section starts. */
export interface Section {
  uuid: string
  name: string
  /** In seconds. */
  start_time: number
}

type SectionStart = Pick<Block, 'uuid' | 'section_name' | 'start_time'>

/** The sections of a document in reading order. A blank name does not start a section. */
export function sectionsOf({ blocks }: { readonly blocks: Iterable<SectionStart> }): Section[] {
  const sections: Section[] = []
  for (const { uuid, section_name, start_time } of blocks)
    if (section_name?.trim()) sections.push({ uuid, name: section_name, start_time })
  return sections
}

/** The section at `time` (seconds): the last one that has started; null before the first. */
export function sectionAt(sections: readonly Section[], time: number): Section | null {
  let current: Section | null = null
  for (const section of sections)
    if (section.start_time <= time && (!current || section.start_time >= current.start_time)) current = section
  return current
}
