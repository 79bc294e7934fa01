import { BEFORE_SECTIONS } from '@kaiwa/contract/exchange-formats.ts'
import type { TranscriptFile } from './transcript-file.ts'

/**
 * Returns the file with only the wanted sections, each given by the uuid of its first block; `start` is the part before
 * the first section. Speakers and tags that are used only in other parts are removed, so that no names from them are
 * disclosed.
 */
export function chooseSections(file: TranscriptFile, wanted: ReadonlySet<string>): TranscriptFile {
  let isWanted = wanted.has(BEFORE_SECTIONS)
  const blocks = file.blocks.filter((block) => {
    if (block.section_name?.trim()) isWanted = wanted.has(block.uuid ?? '')
    return isWanted
  })
  const speakerIds = new Set(blocks.map(({ speaker_id }) => speaker_id))
  const used = new Set(blocks.flatMap(({ tags }) => tags.map(({ tag_id }) => tag_id)))
  const tags = file.tags.filter(({ id }) => used.has(id))
  const categories = new Set(tags.map(({ tag_category_id }) => tag_category_id))
  return {
    ...file,
    speakers: file.speakers.filter(({ id }) => speakerIds.has(id)),
    tag_categories: file.tag_categories.filter(({ id }) => categories.has(id)),
    tags,
    blocks,
  }
}
