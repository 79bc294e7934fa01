// The SQL of the history of writes.
import { sql } from 'kysely'
import type { StoredQuote } from '../../../assistant/store/messages.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'

/** A value that was sent. Reason and evidence belong to a generated value that was not corrected. */
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
  /** Minutes since it was sent. */
  age_minutes: number
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
  return db
    .selectFrom('crm_writes')
    .select(columns)
    .select(OLD.as('is_old'))
    .select(sql<number>`(extract(epoch from now() - created_at) / 60)::float8`.as('age_minutes'))
    .$castTo<WriteRow>()
}

export function findWrite(
  db: Db | Trx,
  { workspaceId, writeKey }: { workspaceId: number; writeKey: string },
): Promise<WriteRow | undefined> {
  return writes(db).where('workspace_id', '=', workspaceId).where('write_key', '=', writeKey).executeTakeFirst()
}

export type NewWrite = Omit<WriteRow, 'id' | 'status' | 'created_at' | 'is_old' | 'age_minutes' | 'written_by'> & {
  write_key: string
  written_by: number
  /** Becomes the selection of the workspace when it is written; null: it is not saved. */
  selection: string[] | null
}

/**
 * Stores a write that is about to be sent. A failed one with the same key and content is sent again. Null if the key is
 * taken by another write.
 */
export async function insertWrite(
  trx: Trx,
  { properties, ...write }: NewWrite,
): Promise<{ id: number; created_at: Date } | null> {
  const { deal_id, deal_name, portal_id, selection } = write
  const status = 'sending' as const
  const sent = { deal_id, deal_name, portal_id, selection, properties: jsonb(properties), status }
  const row = await trx
    .insertInto('crm_writes')
    .values({ ...write, ...sent })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'write_key'])
        .doUpdateSet({ ...sent, created_at: sql`now()`, finished_at: null, is_removed: false })
        .where('crm_writes.status', '=', 'failed')
        .where('crm_writes.content_hash', '=', write.content_hash),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  return row ?? null
}

export interface EndedWrite {
  selection: string[] | null
  /** The file was removed from its deal after this was sent. */
  is_removed: boolean
}

/** Ends a write. Undefined if it has ended, or was deleted with its file. */
export function endWrite(trx: Trx, id: number, status: 'written' | 'failed'): Promise<EndedWrite | undefined> {
  return trx
    .updateTable('crm_writes')
    .set({ status, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .returning(['selection', 'is_removed'])
    .$castTo<EndedWrite>()
    .executeTakeFirst()
}

/** The file is removed from its deal: its writes without an answer will not register it again. */
export async function removeUnansweredWrites(trx: Trx, fileId: number): Promise<void> {
  await trx
    .updateTable('crm_writes')
    .set({ is_removed: true })
    .where('file_id', '=', fileId)
    .where('status', '=', 'sending')
    .execute()
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
 * answer must not delay the others.
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
