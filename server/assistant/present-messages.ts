// Messages as their reader may see them today. An answer was written from files; if its reader no longer sees one of them,
// only statements remain that quote files which they see.
import type { ChatMessage, Citation, Statement } from '@kaiwa/contract/chat-messages.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { presentCitation } from './present-citation.ts'
import { type BlockRow, findCitedBlocks, findSeenFiles, type SeenFile } from './store/cited-blocks.ts'
import type { MessageRow, StoredQuote, StoredStatement } from './store/messages.ts'

/** The files and blocks of some messages that the reader sees. */
export interface VisibleSources {
  files: ReadonlyMap<number, SeenFile>
  /** By `blockKey`. */
  blocks: ReadonlyMap<string, BlockRow>
}

function blockKey({ file_id, uuid }: { file_id: number; uuid: string }): string {
  return `${file_id} ${uuid}`
}

/** Reads with the rights of today which files and blocks of these messages the reader sees. */
export async function readVisibleSources(
  db: Db | Trx,
  actor: Actor,
  messages: readonly MessageRow[],
): Promise<VisibleSources> {
  const quotes = messages.flatMap(({ statements }) => statements.flatMap((one) => one.quotes))
  const ids = [...messages.flatMap(({ read_files }) => read_files), ...quotes.map(({ file_id }) => file_id)]
  const files = await findSeenFiles(db, actor, [...new Set(ids)])
  const rows = await findCitedBlocks(db, actor, {
    fileIds: [...files.keys()],
    uuids: [...new Set(quotes.map(({ block_uuid }) => block_uuid))],
  })
  return { files, blocks: new Map(rows.map((row) => [blockKey(row), row])) }
}

interface Shown {
  content: string
  statements: Statement[]
  citations: Citation[]
  is_shortened: boolean
}

/** The parts of an answer that the reader may see. Equal quotes have one number. */
export function showAnswer({ content, statements, read_files, status }: MessageRow, visible: VisibleSources): Shown {
  const seesAll = read_files.every((id) => visible.files.has(id))
  const isVisible = ({ quotes }: StoredStatement): boolean =>
    quotes.every(({ file_id }) => visible.files.has(file_id)) && (seesAll || quotes.length > 0)
  const kept = statements.filter(isVisible)
  // The text of an answer that is being written, or was cancelled, has no quotes yet.
  if (statements.length === 0)
    return {
      content: seesAll ? content : '',
      statements: [],
      citations: [],
      is_shortened: !seesAll && status !== 'failed',
    }
  const numbers = new Map<string, Citation>()
  const numberOf = (quote: StoredQuote): number => {
    const key = `${blockKey({ ...quote, uuid: quote.block_uuid })} ${quote.quote}`
    const known = numbers.get(key)
    if (known) return known.number
    const block = visible.blocks.get(blockKey({ ...quote, uuid: quote.block_uuid }))
    const citation = presentCitation(quote, numbers.size + 1, visible.files.get(quote.file_id) as SeenFile, block)
    numbers.set(key, citation)
    return citation.number
  }
  let text = ''
  const shown = kept.map(({ start, end, quotes, has_invalid_quote }): Statement => {
    const from = text === '' ? 0 : text.length + SEPARATOR.length
    text += (text === '' ? '' : SEPARATOR) + content.slice(start, end)
    return { start: from, end: text.length, citations: [...new Set(quotes.map(numberOf))], has_invalid_quote }
  })
  return {
    content: text,
    statements: shown,
    citations: [...numbers.values()],
    is_shortened: kept.length < statements.length,
  }
}

/** Between two statements of an answer. */
export const SEPARATOR = '\n\n'

export function presentMessage(row: MessageRow, visible: VisibleSources): ChatMessage {
  const isAnswer = row.user_id === null
  return {
    id: row.id,
    chat_id: row.chat_id,
    user_id: row.user_id,
    error: row.error,
    like: row.reaction === 'like',
    dislike: row.reaction === 'dislike',
    created_at: row.created_at.toISOString(),
    template_id: row.template_id,
    is_writing: row.status === 'writing',
    is_canceled: row.status === 'canceled',
    source: row.source,
    note: row.note,
    model: row.model,
    is_reported: row.reported_at !== null,
    ...(isAnswer
      ? showAnswer(row, visible)
      : { content: row.content, statements: [], citations: [], is_shortened: false }),
  }
}

/** Messages as the reader may see them. */
export async function presentMessages(db: Db | Trx, actor: Actor, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const visible = await readVisibleSources(db, actor, rows)
  return rows.map((row) => presentMessage(row, visible))
}
