import { BEFORE_SECTIONS } from '@kaiwa/contract/exchange-formats.ts'
import type { TranscriptFile } from './transcript-file.ts'

/**
 * The file with only the wanted sections, each by the uuid of the block that begins it; `start` is what comes before the
 * first. Speakers and tags of what is left out go with it: nobody reads names of a part that was not meant for them.
 */
export function chooseSections(file: TranscriptFile, wanted: ReadonlySet<string>): TranscriptFile {
  let isWanted = wanted.has(BEFORE_SECTIONS)
  const blocks = file.blocks.filter((block) => {
    if (block.section_name?.trim()) isWanted = wanted.has(block.uuid ?? '')
    return isWanted
  })
  const said = new Set(blocks.map(({ speaker_id }) => speaker_id))
  const used = new Set(blocks.flatMap(({ tags }) => tags.map(({ tag_id }) => tag_id)))
  const tags = file.tags.filter(({ id }) => used.has(id))
  const categories = new Set(tags.map(({ tag_category_id }) => tag_category_id))
  return {
    ...file,
    speakers: file.speakers.filter(({ id }) => said.has(id)),
    tag_categories: file.tag_categories.filter(({ id }) => categories.has(id)),
    tags,
    blocks,
  }
}
