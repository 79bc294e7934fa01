import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishSummary } from './end-generation.ts'
import { newItem } from './new-item.ts'
import { hasParts, saveEdit, type StoredItem } from './store/parts.ts'
import { findSummary, insertSummary } from './store/summaries.ts'

export interface FinishedItem {
  text: string
  owner?: string | undefined
  due?: string | undefined
  block: Pick<EditableBlock, 'uuid' | 'content' | 'terms' | 'start_time'>
  /** Literal text of the block. A section begins with the block and has no citation. */
  quote: string
}

function toItem(part: SummaryPartName, { text, owner, due, block, quote }: FinishedItem): StoredItem {
  const item = { text, owner: owner ?? null, due: due ?? null }
  if (part === 'sections') return newItem({ ...item, block_uuid: block.uuid, time: block.start_time })
  const start = block.content.indexOf(quote)
  const time = passageTime(block, start, start + quote.length)
  return newItem({ ...item, quotes: [{ block_uuid: block.uuid, quote, time }] })
}

/** A summary written by a person, which is not counted. A file that already has parts of a summary is left alone. */
export async function addFinishedSummary(
  trx: Trx,
  { fileId, userId }: { fileId: number; userId: number },
  items: Readonly<Record<SummaryPartName, readonly FinishedItem[]>>,
): Promise<void> {
  await insertSummary(trx, fileId)
  const summary = await findSummary(trx, fileId)
  if (!summary || (await hasParts(trx, fileId))) return
  const edit = { version: 0, textVersion: summary.text_version, editedBy: userId }
  for (const part of SUMMARY_PARTS)
    await saveEdit(trx, { fileId, part }, { ...edit, items: items[part].map((item) => toItem(part, item)) })
  await publishSummary(trx, fileId)
}
