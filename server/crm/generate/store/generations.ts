// The SQL of generations. While one is being written, only the worker with the current claim changes it.
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { CRM_GENERATION_STATUSES } from '@kaiwa/contract/crm-words.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'

/** Definitions of the portal when the generation began. */
export interface StoredDefinitions {
  settings: PortalSettings
  /** In the order of the selection. */
  properties: Property[]
}

export interface GenerationRow {
  id: number
  workspace_id: number
  file_id: number
  portal_id: string
  deal_id: string
  requested_by: number
  model: ChatModel | null
  host: string | null
  locale: Locale
  status: (typeof CRM_GENERATION_STATUSES)[number]
  error: ChatError | null
  properties: StoredDefinitions
  claim: number
  /** When a worker first claimed it; null before. */
  started_at: Date | null
  created_at: Date
}

type NewGeneration = Omit<GenerationRow, 'id' | 'status' | 'error' | 'claim' | 'started_at' | 'created_at'>

/** Undefined if this person's generation for the file is still being written. */
export async function insertGeneration(trx: Trx, row: NewGeneration): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('crm_generations')
    .values({ ...row, properties: jsonb(row.properties), status: 'writing' })
    .onConflict((conflict) =>
      conflict
        .columns(['requested_by', 'file_id'])
        // A literal: with a parameter, the generic plan of PostgreSQL does not find the partial index.
        .where(sql<SqlBool>`status = 'writing'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export function findGeneration(db: Db | Trx, id: number): Promise<GenerationRow | undefined> {
  return db.selectFrom('crm_generations').selectAll().where('id', '=', id).$castTo<GenerationRow>().executeTakeFirst()
}

/** The last generation of a person for a file and a portal that began in the last day. */
export function findNewest(
  db: Db | Trx,
  { personId, fileId, portalId }: { personId: number; fileId: number; portalId: string },
): Promise<GenerationRow | undefined> {
  return db
    .selectFrom('crm_generations')
    .selectAll()
    .where('requested_by', '=', personId)
    .where('file_id', '=', fileId)
    .where('portal_id', '=', portalId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<GenerationRow>()
    .executeTakeFirst()
}

/** Whether values were written to the deal from the file since the generation began. */
export async function isWritten(
  db: Db | Trx,
  { file_id, deal_id, portal_id, requested_by, created_at }: GenerationRow,
): Promise<boolean> {
  const row = await db
    .selectFrom('crm_writes')
    .select('id')
    .where('file_id', '=', file_id)
    .where('portal_id', '=', portal_id)
    .where('deal_id', '=', deal_id)
    .where('written_by', '=', requested_by)
    .where('status', '<>', 'failed')
    .where('created_at', '>', created_at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Identifies one attempt of a worker at a generation. */
type Claim = Pick<GenerationRow, 'id' | 'claim'>

/** Voids the claims of earlier workers. Undefined if the generation has ended. */
export function claimGeneration(db: Db, id: number): Promise<GenerationRow | undefined> {
  return db
    .updateTable('crm_generations')
    .set({ claim: sql`claim + 1`, started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', id)
    .where('status', '=', 'writing')
    .returningAll()
    .$castTo<GenerationRow>()
    .executeTakeFirst()
}

/** Whether this worker still writes the generation. */
export async function isClaimed(db: Db, { id, claim }: Claim): Promise<boolean> {
  const row = await findGeneration(db, id)
  return row?.status === 'writing' && row.claim === claim
}

/** Locks the generation for the worker that writes it; false if another one has claimed it, or it ended. */
export async function lockClaimed(trx: Trx, { id, claim }: Claim): Promise<boolean> {
  const row = await trx
    .selectFrom('crm_generations')
    .select('id')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'writing')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface GenerationEnd {
  status: 'finished' | 'failed' | 'canceled'
  error: ChatError | null
}

/** Ends the writing; a given claim must be the current one. Returns the ended row. */
export function updateEnded(
  trx: Trx,
  { id, claim }: { id: number; claim?: number },
  end: GenerationEnd,
): Promise<GenerationRow | undefined> {
  return trx
    .updateTable('crm_generations')
    .set({ ...end, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'writing')
    .$if(claim !== undefined, (query) => query.where('claim', '=', claim as number))
    .returningAll()
    .$castTo<GenerationRow>()
    .executeTakeFirst()
}

/** Deletes a batch of generations that began more than 30 days ago. Returns their number. */
export async function deleteOldGenerations(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('crm_generations')
    .where('id', 'in', (query) =>
      query
        .selectFrom('crm_generations')
        .select('id')
        .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
        // Its chat is given back when it ends.
        .where('status', '<>', 'writing')
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
