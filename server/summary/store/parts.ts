// The SQL of the parts of a summary.
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import type { SUMMARY_STATUSES, SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { sql } from 'kysely'
import { type PersonRow, personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

/** A quote that was found in a block when the item was written. */
export interface ItemQuote {
  block_uuid: string
  quote: string
  /** Seconds in the recording. */
  time: number
}

export interface StoredItem {
  id: string
  text: string
  owner: string | null
  due: string | null
  /** Of a section: the block at which it would begin, with its time. */
  block_uuid: string | null
  time: number | null
  quotes: ItemQuote[]
  is_edited: boolean
}

export interface PartRow {
  part: SummaryPartName
  status: (typeof SUMMARY_STATUSES)[number]
  /** Of the last attempt that failed; also while the part is being written again. */
  error: ChatError | null
  items: StoredItem[]
  version: number
  text_version: number | null
  generated_at: Date | null
  edited_at: Date | null
  edited_by: PersonRow | null
}

/** The parts that were written, or are being written. */
export function findParts(db: Db | Trx, fileId: number): Promise<PartRow[]> {
  return db
    .selectFrom('summary_parts as part')
    .select(['part.part', 'part.status', 'part.error', 'part.items', 'part.version', 'part.text_version'])
    .select(['part.generated_at', 'part.edited_at', personAt('part.edited_by').as('edited_by')])
    .where('part.file_id', '=', fileId)
    .$castTo<PartRow>()
    .execute()
}

export async function hasParts(trx: Trx, fileId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('summary_parts')
    .select('part')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks parts as being written. Their items and an earlier error stay until the end, for `restoreParts`. */
export async function beginParts(trx: Trx, fileId: number, parts: readonly SummaryPartName[]): Promise<void> {
  await trx
    .insertInto('summary_parts')
    .values(parts.map((part) => ({ file_id: fileId, part, status: 'writing' })))
    .onConflict((conflict) => conflict.columns(['file_id', 'part']).doUpdateSet({ status: 'writing' }))
    .execute()
}

interface PartKey {
  fileId: number
  part: SummaryPartName
}

/** Stores what a model wrote. The caller holds the claim. False if the part is not being written. */
export async function savePart(
  trx: Trx,
  { fileId, part }: PartKey,
  { items, textVersion }: { items: readonly StoredItem[]; textVersion: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('summary_parts')
    .set({
      status: 'ready',
      error: null,
      items: jsonb(items),
      version: sql`version + 1`,
      text_version: textVersion,
      generated_at: sql`now()`,
      edited_by: null,
      edited_at: null,
    })
    .where('file_id', '=', fileId)
    .where('part', '=', part)
    .where('status', '=', 'writing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the writing of a part, or of all that are being written, with an error. */
export async function failParts(trx: Trx, fileId: number, error: ChatError, part?: SummaryPartName): Promise<void> {
  await trx
    .updateTable('summary_parts')
    .set({ status: 'failed', error })
    .where('file_id', '=', fileId)
    .where('status', '=', 'writing')
    .$if(part !== undefined, (query) => query.where('part', '=', part as SummaryPartName))
    .execute()
}

/** Ends the writing of all parts that are being written: they are as they were before. */
export async function restoreParts(trx: Trx, fileId: number): Promise<void> {
  await trx
    .updateTable('summary_parts')
    .set({
      status: sql<string>`case when error is not null then 'failed' when version > 0 then 'ready' else 'none' end`,
    })
    .where('file_id', '=', fileId)
    .where('status', '=', 'writing')
    .execute()
}

/** Stores the items of a person. False if the part has another version by now. */
export async function saveEdit(
  trx: Trx,
  { fileId, part }: PartKey,
  edit: { items: readonly StoredItem[]; version: number; textVersion: number; editedBy: number },
): Promise<boolean> {
  const changed = {
    status: 'ready',
    error: null,
    items: jsonb(edit.items),
    version: edit.version + 1,
    edited_by: edit.editedBy,
    edited_at: sql<Date>`now()`,
  }
  const row = await trx
    .insertInto('summary_parts')
    .values({ ...changed, file_id: fileId, part, text_version: edit.textVersion })
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'part'])
        .doUpdateSet({ ...changed, text_version: sql`coalesce(summary_parts.text_version, ${edit.textVersion})` })
        .where('summary_parts.version', '=', edit.version),
    )
    .returning('part')
    .executeTakeFirst()
  return row !== undefined
}
