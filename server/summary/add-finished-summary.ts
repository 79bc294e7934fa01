import { randomUUID } from 'node:crypto'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishSummary } from './end-generation.ts'
import { beginParts, savePart, type StoredItem } from './store/parts.ts'
import { findSummary, insertSummary } from './store/summaries.ts'

interface FinishedItem {
  text: string
  owner?: string | null
  due?: string | null
  /** Of a section: it begins with this block, and has no quote. */
  block: Pick<EditableBlock, 'uuid' | 'content' | 'terms' | 'start_time'>
  /** Literal text of the block. */
  quote?: string
}

function toItem({ text, owner = null, due = null, block, quote }: FinishedItem): StoredItem {
  const item = { id: randomUUID(), text, owner, due, is_edited: false }
  if (quote === undefined) return { ...item, block_uuid: block.uuid, time: block.start_time, quotes: [] }
  const start = block.content.indexOf(quote)
  const time = passageTime(block, start, start + quote.length)
  return { ...item, block_uuid: null, time: null, quotes: [{ block_uuid: block.uuid, quote, time }] }
}

/** A summary that no model wrote and which is not counted. A file that has parts of one is left alone. */
export async function addFinishedSummary(
  trx: Trx,
  fileId: number,
  parts: ReadonlyMap<SummaryPartName, readonly FinishedItem[]>,
): Promise<void> {
  await insertSummary(trx, fileId)
  const summary = await findSummary(trx, fileId)
  if (!summary || summary.generation > 0) return
  await beginParts(trx, fileId, [...parts.keys()])
  for (const [part, items] of parts)
    await savePart(trx, { fileId, part }, { items: items.map(toItem), textVersion: summary.text_version })
  await publishSummary(trx, fileId)
}
