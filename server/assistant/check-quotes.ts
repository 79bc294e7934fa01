// Quotes of a model: read from its JSON, looked for in their blocks, and stored with the literal text of the block.
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Db } from '../platform/database/database.ts'
import { findQuote } from './find-quote.ts'
import { isObject } from './model-json.ts'
import type { BlockIds } from './prompt.ts'
import { type CoveredFile, findTerms, type SpokenBlock } from './store/covered.ts'
import type { StoredQuote } from './store/messages.ts'

/** A quote as a model gives it. */
export interface RawQuote {
  /** Short id of a block in the request. */
  block: string
  quote: string
}

const MAX_QUOTES = 10

/** The quotes of an unchecked value; what has another form is left out. */
export function quotesOf(value: unknown): RawQuote[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_QUOTES).flatMap((one: unknown) => {
    if (!isObject(one)) return []
    const { block, quote } = one
    return typeof block === 'string' && typeof quote === 'string' ? [{ block, quote }] : []
  })
}

/** A cited block with its file and the times of its words. */
export interface CitedBlock extends SpokenBlock {
  file_id: number
  terms: Parameters<typeof passageTime>[0]['terms']
}

/** Completes a block that was sent to a model. */
export type Cite = (block: SpokenBlock) => CitedBlock

/** Reads the words of the cited blocks. `cited`: short ids, which may be unknown. */
export async function readCited(
  db: Db,
  files: readonly Pick<CoveredFile, 'id' | 'transcript_id'>[],
  ids: BlockIds,
  cited: Iterable<string>,
): Promise<Cite> {
  const fileOf = new Map(files.map((file) => [file.transcript_id, file.id]))
  const blockIds = [...new Set(cited)].flatMap((id) => ids.get(id)?.id ?? [])
  const terms = await findTerms(db, blockIds)
  return (block) => ({
    ...block,
    file_id: fileOf.get(block.transcript_id) as number,
    terms: terms.get(block.id) ?? [],
  })
}

/** Maximum length of a stored quote, in UTF-16 code units. */
const MAX_QUOTE_LENGTH = 500

/** The quotes that occur in their blocks. */
export function checkQuotes(quotes: readonly RawQuote[], ids: BlockIds, cite: Cite): StoredQuote[] {
  return quotes.flatMap(({ block: id, quote }): StoredQuote[] => {
    const block = ids.get(id)
    const range = block && findQuote(block.content, quote)
    if (!range || range.end - range.start > MAX_QUOTE_LENGTH) return []
    const cited = cite(block)
    return [
      {
        file_id: cited.file_id,
        block_uuid: block.uuid,
        quote: block.content.slice(range.start, range.end),
        time: passageTime(cited, range.start, range.end),
      },
    ]
  })
}
