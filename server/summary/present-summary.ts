import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { Summary, SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import { counterOf } from '../assistant/get-assistant.ts'
import { presentCitation } from '../assistant/present-citation.ts'
import { type BlockRow, findCitedBlocks } from '../assistant/store/cited-blocks.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { chooseWriter } from './choose-writer.ts'
import * as policy from './policy.ts'
import { findSummaryFile, type SummaryFile } from './store/files.ts'
import { findParts, type PartRow, type StoredItem } from './store/parts.ts'
import { findSummary, type SummaryRow } from './store/summaries.ts'

const NEVER_WRITTEN: Omit<PartRow, 'part'> = {
  status: 'none',
  error: null,
  items: [],
  version: 0,
  text_version: null,
  generated_at: null,
  edited_at: null,
  edited_by: null,
}

/** Numbers of the citations of each item: they count through the part. */
export function numbersOf(items: readonly Pick<StoredItem, 'quotes'>[]): number[][] {
  let last = 0
  return items.map(({ quotes }) => quotes.map(() => (last += 1)))
}

interface Shown {
  file: SummaryFile
  blocks: ReadonlyMap<string, BlockRow>
}

function presentItems(items: readonly StoredItem[], { file, blocks }: Shown): SummaryItem[] {
  const numbers = numbersOf(items)
  return items.map(({ quotes, time, block_uuid, ...item }, index): SummaryItem => {
    const citations = quotes.map((quote, at): Citation =>
      presentCitation(quote, numbers[index]![at]!, file, blocks.get(quote.block_uuid)),
    )
    const start = block_uuid === null ? citations[0]?.time : (blocks.get(block_uuid)?.start_time ?? time)
    return { ...item, block_uuid, time: start ?? null, citations }
  })
}

function presentPart(
  { text_version, items, ...row }: PartRow,
  summary: SummaryRow | undefined,
  shown: Shown,
): SummaryPart {
  return {
    ...row,
    error: row.status === 'failed' ? row.error : null,
    items: presentItems(items, shown),
    is_outdated: text_version !== null && text_version < (summary?.text_version ?? 0),
    generated_at: row.generated_at?.toISOString() ?? null,
    edited_by: presentPerson(row.edited_by),
    edited_at: row.edited_at?.toISOString() ?? null,
  }
}

/** All parts in display order. The caller has checked that the reader sees the file. */
async function presentParts(
  db: Db | Trx,
  actor: Actor,
  file: SummaryFile,
  summary: SummaryRow | undefined,
): Promise<SummaryPart[]> {
  const rows = new Map((await findParts(db, file.id)).map((row) => [row.part, row]))
  const items = [...rows.values()].flatMap((row) => row.items)
  const uuids = items.flatMap(({ block_uuid, quotes }) => [
    ...(block_uuid === null ? [] : [block_uuid]),
    ...quotes.map((quote) => quote.block_uuid),
  ])
  const blocks = await findCitedBlocks(db, actor, { fileIds: [file.id], uuids: [...new Set(uuids)] })
  const shown = { file, blocks: new Map(blocks.map((block) => [block.uuid, block])) }
  return SUMMARY_PARTS.map((part) => presentPart(rows.get(part) ?? { part, ...NEVER_WRITTEN }, summary, shown))
}

/** All parts of the summary of a file; none for a file that the actor does not see. */
export async function readSummaryParts(db: Db | Trx, actor: Actor, fileId: number): Promise<SummaryPart[]> {
  const file = await findSummaryFile(db, actor, fileId)
  return file ? presentParts(db, actor, file, await findSummary(db, fileId)) : []
}

/** The summary as this person sees it. */
export async function presentSummary(
  app: Pick<App, 'config'>,
  db: Db | Trx,
  actor: Actor,
  file: SummaryFile,
): Promise<Summary> {
  const summary = await findSummary(db, file.id)
  const counter = await counterOf(db, file.workspace_id)
  const writer = await chooseWriter(app, db, { actor, file, remain: counter.remain })
  return {
    file_id: file.id,
    parts: await presentParts(db, actor, file, summary),
    is_writing: summary?.is_writing ?? false,
    note: 'note' in writer ? writer.note : null,
    model: 'model' in writer ? writer.model.id : null,
    ...counter,
    can: { edit: policy.edit(file).allowed, switch: policy.change(actor).allowed },
  }
}
