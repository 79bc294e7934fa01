// The SQL of generations. While a summary is being written, only the worker with the current claim changes it.
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface SummaryRow {
  file_id: number
  text_version: number
  is_writing: boolean
  requested_by: number | null
  model: ChatModel | null
  host: string | null
  generation: number
  claim: number
  ready_parts: number
}

export function findSummary(db: Db | Trx, fileId: number): Promise<SummaryRow | undefined> {
  return db.selectFrom('summaries').selectAll().where('file_id', '=', fileId).$castTo<SummaryRow>().executeTakeFirst()
}

/** True if the file had no row yet. */
export async function insertSummary(trx: Trx, fileId: number): Promise<boolean> {
  const row = await trx
    .insertInto('summaries')
    .values({ file_id: fileId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('file_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Begins a generation, and voids the claims of earlier workers. Returns its number. */
export async function beginSummary(
  trx: Trx,
  fileId: number,
  by: { requested_by: number; model: ChatModel; host: string },
): Promise<number> {
  const { generation } = await trx
    .updateTable('summaries')
    .set({
      ...by,
      is_writing: true,
      ready_parts: 0,
      generation: sql`generation + 1`,
      claim: sql`claim + 1`,
    })
    .where('file_id', '=', fileId)
    .returning('generation')
    .executeTakeFirstOrThrow()
  return generation
}

/** Identifies one attempt of a worker at a generation. */
export interface SummaryClaim {
  file_id: number
  claim: number
}

/** Voids the claims of earlier workers. Undefined if this generation is not being written any more. */
export function claimSummary(db: Db, fileId: number, generation: number): Promise<SummaryRow | undefined> {
  return db
    .updateTable('summaries')
    .set({ claim: sql`claim + 1` })
    .where('file_id', '=', fileId)
    .where('generation', '=', generation)
    .where('is_writing', '=', true)
    .returningAll()
    .$castTo<SummaryRow>()
    .executeTakeFirst()
}

/** Whether this worker still writes the summary. */
export async function isClaimed(db: Db, { file_id, claim }: SummaryClaim): Promise<boolean> {
  const row = await findSummary(db, file_id)
  return row !== undefined && row.is_writing && row.claim === claim
}

/** Locks the summary for the worker that writes it; false if another one has claimed it, or it ended. */
export async function lockClaimed(trx: Trx, { file_id, claim }: SummaryClaim): Promise<boolean> {
  const row = await trx
    .selectFrom('summaries')
    .select('file_id')
    .where('file_id', '=', file_id)
    .where('claim', '=', claim)
    .where('is_writing', '=', true)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countReadyPart(trx: Trx, fileId: number): Promise<void> {
  await trx
    .updateTable('summaries')
    .set({ ready_parts: sql`ready_parts + 1` })
    .where('file_id', '=', fileId)
    .execute()
}

/** Ends the writing; a given generation or claim must be the current one. Returns the ended row. */
export function endSummary(
  trx: Trx,
  { file_id, generation, claim }: { file_id: number; generation?: number; claim?: number },
): Promise<SummaryRow | undefined> {
  return trx
    .updateTable('summaries')
    .set({ is_writing: false })
    .where('file_id', '=', file_id)
    .where('is_writing', '=', true)
    .$if(generation !== undefined, (query) => query.where('generation', '=', generation as number))
    .$if(claim !== undefined, (query) => query.where('claim', '=', claim as number))
    .returningAll()
    .$castTo<SummaryRow>()
    .executeTakeFirst()
}

/** Files of the workspace whose summary is being written. */
export async function findWritingFiles(trx: Trx, workspaceId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('summaries')
    .innerJoin('files', 'files.id', 'summaries.file_id')
    .select('summaries.file_id')
    .where('summaries.is_writing', '=', true)
    .where('files.workspace_id', '=', workspaceId)
    .orderBy('summaries.file_id')
    .execute()
  return rows.map(({ file_id: id }) => id)
}

/** Raises the version of the text. True if a part becomes outdated by this, so that an event must be published. */
export async function raiseTextVersion(trx: Trx, fileId: number): Promise<boolean> {
  const row = await trx
    .updateTable('summaries')
    .set({ text_version: sql`text_version + 1` })
    .where('file_id', '=', fileId)
    .returning([
      sql<boolean>`exists (select from summary_parts part
        where part.file_id = summaries.file_id and part.text_version = summaries.text_version - 1)`.as(
        'becomes_outdated',
      ),
    ])
    .executeTakeFirst()
  return row?.becomes_outdated ?? false
}
