// The SQL of the cache of what portals define, and of the saved selection of properties.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'
import type { MasterData } from '../master-data.ts'

export interface MasterCopy {
  data: MasterData
  fetchedAt: Date
  /** Seconds since the portal was read, by the clock of the database. */
  age: number
}

/** The copy of the connected portal; null without one, or if it belongs to a portal that was connected before. */
export async function findMaster(db: Db | Trx, workspaceId: number): Promise<MasterCopy | null> {
  const row = await db
    .selectFrom('crm_master as master')
    .innerJoin('crm_connections as connection', 'connection.workspace_id', 'master.workspace_id')
    .select(['master.data', 'master.fetched_at'])
    .select(sql<number>`extract(epoch from clock_timestamp() - master.fetched_at)::float8`.as('age'))
    .where('master.workspace_id', '=', workspaceId)
    .where(sql<string>`master.data->>'hubspot_id'`, '=', sql<string>`connection.portal_id`)
    .executeTakeFirst()
  return row ? { data: row.data as unknown as MasterData, fetchedAt: row.fetched_at, age: row.age } : null
}

/** Stores what a portal defines, if the workspace is still connected to it. Returns when. */
export async function saveMaster(db: Db, workspaceId: number, data: MasterData): Promise<Date | null> {
  const { rows } = await sql<{ fetched_at: Date }>`
    insert into crm_master (workspace_id, data, fetched_at)
    select workspace_id, ${jsonb(data)}, clock_timestamp() from crm_connections
    where workspace_id = ${workspaceId} and portal_id = ${data.hubspot_id}
    on conflict (workspace_id) do update set data = excluded.data, fetched_at = excluded.fetched_at
    returning fetched_at
  `.execute(db)
  return rows[0]?.fetched_at ?? null
}

export async function findSelection(db: Db | Trx, workspaceId: number): Promise<string[]> {
  const row = await db
    .selectFrom('crm_settings')
    .select('properties')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.properties ?? []
}

export async function saveSelection(trx: Trx, workspaceId: number, names: readonly string[]): Promise<void> {
  const properties = [...names]
  await trx
    .insertInto('crm_settings')
    .values({ workspace_id: workspaceId, properties })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ properties }))
    .execute()
}
