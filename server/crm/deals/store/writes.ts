// The SQL of the history of writes.
import { sql } from 'kysely'
import { type PersonRow, personAt } from '../../../accounts/person.ts'
import type { StoredQuote } from '../../../assistant/store/messages.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'

/** A value that was sent. Reason and evidence belong to a generated value that nobody has corrected. */
export interface WrittenProperty {
  name: string
  label: string
  /** Null: the property was empty. */
  before: string | null
  after: string
  reason: string | null
  evidence: StoredQuote[]
}

export type WriteStatus = 'sending' | 'written' | 'failed'

export interface WriteRow {
  id: number
  workspace_id: number
  file_id: number
  portal_id: string
  deal_id: string
  deal_name: string
  written_by: number | null
  status: WriteStatus
  properties: WrittenProperty[]
  created_at: Date
  content_hash: Buffer
  /** Sent more than a minute ago. */
  is_old: boolean
}

/** HubSpot has answered a call, or never will, after this time. */
const OLD = sql<boolean>`(created_at < now() - interval '1 minute')`
const columns = [
  'id',
  'workspace_id',
  'file_id',
  'portal_id',
  'deal_id',
  'deal_name',
  'written_by',
  'status',
  'properties',
  'created_at',
  'content_hash',
] as const

function writes(db: Db | Trx) {
  return db.selectFrom('crm_writes').select(columns).select(OLD.as('is_old')).$castTo<WriteRow>()
}

export function findWrite(
  db: Db | Trx,
  { workspaceId, writeKey }: { workspaceId: number; writeKey: string },
): Promise<WriteRow | undefined> {
  return writes(db).where('workspace_id', '=', workspaceId).where('write_key', '=', writeKey).executeTakeFirst()
}

export type NewWrite = Omit<WriteRow, 'id' | 'status' | 'created_at' | 'is_old' | 'written_by'> & {
  write_key: string
  written_by: number
}

/**
 * Stores a write that is about to be sent. A failed one with the same key and content is sent again. Null if the key is
 * taken by another write.
 */
export async function insertWrite(
  trx: Trx,
  { properties, ...write }: NewWrite,
): Promise<{ id: number; created_at: Date } | null> {
  const { deal_id, deal_name, portal_id } = write
  const sent = { deal_id, deal_name, portal_id, properties: jsonb(properties), status: 'sending' as const }
  const row = await trx
    .insertInto('crm_writes')
    .values({ ...write, ...sent })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'write_key'])
        .doUpdateSet({ ...sent, created_at: sql`now()`, finished_at: null })
        .where('crm_writes.status', '=', 'failed')
        .where('crm_writes.content_hash', '=', write.content_hash),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  return row ?? null
}

/** Ends a write. False if it has ended, or was deleted with its file. */
export async function endWrite(trx: Trx, id: number, status: 'written' | 'failed'): Promise<boolean> {
  const row = await trx
    .updateTable('crm_writes')
    .set({ status, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes to a deal whose answer is not known, of all workspaces that share the portal. */
export function findUnansweredWrites(
  db: Db | Trx,
  { portalId, dealIds }: { portalId: string; dealIds: readonly string[] },
): Promise<WriteRow[]> {
  return writes(db)
    .where('status', '=', 'sending')
    .where('portal_id', '=', portalId)
    .where('deal_id', 'in', [...dealIds])
    .orderBy('id')
    .execute()
}

/**
 * Some of the writes that were sent more than a minute ago, whose portal can be asked. In random order: portals that do not
 * answer keep nobody waiting.
 */
export function findOldUnansweredWrites(db: Db, limit: number): Promise<WriteRow[]> {
  return writes(db)
    .where('status', '=', 'sending')
    .where(OLD)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('crm_connections as connection')
          .select('connection.workspace_id')
          .whereRef('connection.workspace_id', '=', 'crm_writes.workspace_id')
          .whereRef('connection.portal_id', '=', 'crm_writes.portal_id')
          .where('connection.problem', 'is', null),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

export interface LastValue {
  name: string
  label: string
  after: string
  reason: string | null
  written_at: Date
}

/** What was written last to this deal from this file, by property. */
export async function findLastValues(
  db: Db | Trx,
  { fileId, portalId, dealId }: { fileId: number; portalId: string; dealId: string },
): Promise<LastValue[]> {
  const { rows } = await sql<LastValue>`
    select distinct on (sent.name) sent.name, sent.label, sent.after, sent.reason,
      coalesce(written.finished_at, written.created_at) as written_at
    from crm_writes written,
      jsonb_to_recordset(written.properties) as sent (name text, label text, after text, reason text)
    where written.file_id = ${fileId} and written.portal_id = ${portalId} and written.deal_id = ${dealId}
      and written.status = 'written'
    order by sent.name, written.id desc
  `.execute(db)
  return rows
}

export type ListedWrite = Pick<WriteRow, 'id' | 'status' | 'deal_id' | 'deal_name' | 'properties' | 'created_at'> & {
  written_by: PersonRow | null
}

export function listWrites(
  db: Db,
  fileId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedWrite[]> {
  return db
    .selectFrom('crm_writes as write')
    .select(['write.id', 'write.status', 'write.deal_id', 'write.deal_name', 'write.properties', 'write.created_at'])
    .select(personAt('write.written_by').as('written_by'))
    .where('write.file_id', '=', fileId)
    .orderBy('write.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ListedWrite>()
    .execute()
}

export async function countWrites(db: Db, fileId: number): Promise<number> {
  const { count } = await db
    .selectFrom('crm_writes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return count
}
