import type { ImportSummary } from '@kaiwa/contract/exchange.ts'
import { comparableName } from '@kaiwa/contract/product-names.ts'
import { toName } from '@kaiwa/exchange/read/name-prefixes.ts'
import type { ParsedImport } from './parse-import.ts'

const SHOWN = 20
const CHARACTERS = 200

interface Present {
  blocks: number
  revision: number
  /** Names of the speakers of the folder. */
  names: ReadonlySet<string>
}

/** Summarises a file for people who decide whether to import it. */
export function summaryOf({ format, encoding, document, repairs }: ParsedImport, present: Present): ImportSummary {
  const { blocks, speakers } = document
  const speakerIds = new Set(blocks.map(({ speaker_id }) => speaker_id))
  const known = new Set([...present.names].map((name) => comparableName('speaker', name)))
  const names = new Map(speakers.map(({ id, name }) => [id, toName(name) ?? name]))
  return {
    format,
    encoding,
    blocks: blocks.length,
    characters: blocks.reduce((sum, { content }) => sum + content.length, 0),
    start_time: blocks.reduce((first, { start_time }) => Math.min(first, start_time), blocks[0]?.start_time ?? 0),
    end_time: blocks.reduce((last, { end_time }) => Math.max(last, end_time), 0),
    sections: blocks.filter(({ section_name }) => section_name?.trim()).length,
    tags: blocks.reduce((sum, { tags }) => sum + tags.length, 0),
    speakers: speakers.flatMap(({ id }) => {
      const name = names.get(id) ?? ''
      return speakerIds.has(id) ? [{ name, is_new: !known.has(comparableName('speaker', name)) }] : []
    }),
    repairs: repairs.map((repair) => ({ ...repair, found: [...repair.found] })),
    preview: blocks.slice(0, SHOWN).map(({ start_time, speaker_id, content }) => ({
      start_time,
      speaker: speaker_id === null ? null : (names.get(speaker_id) ?? null),
      content: content.slice(0, CHARACTERS).toWellFormed(),
    })),
    replaces: present.blocks,
    revision: present.revision,
  }
}
