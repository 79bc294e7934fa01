import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { BlockRow, SeenFile } from './store/cited-blocks.ts'
import type { StoredQuote } from './store/messages.ts'

/** A quote with its place in the block as it is now. The caller has checked that the reader sees the file. */
export function presentCitation(
  quote: Omit<StoredQuote, 'file_id'>,
  number: number,
  file: SeenFile,
  block: BlockRow | undefined,
): Citation {
  const start = block?.content.indexOf(quote.quote) ?? -1
  return {
    number,
    file_id: file.id,
    project_id: file.project_id,
    file_title: file.title,
    block_uuid: quote.block_uuid,
    quote: quote.quote,
    range: start < 0 ? null : { start, end: start + quote.quote.length },
    time: quote.time,
    speaker: block?.speaker ?? null,
  }
}
