// The SQL of the cache of what portals define, and of the saved selection of properties.
import { crmDefinitions } from '@kaiwa/contract/crm.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Trx } from '../../../platform/database/database.ts'
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
    .innerJoin('crm_connections as connection', (join) =>
      join
        .onRef('connection.workspace_id', '=', 'master.workspace_id')
        .onRef('connection.portal_id', '=', 'master.portal_id'),
    )
    .select(['master.data', 'master.fetched_at'])
    .select(sql<number>`extract(epoch from clock_timestamp() - master.fetched_at)::float8`.as('age'))
    .where('master.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? { data: JSON.parse(row.data) as MasterData, fetchedAt: row.fetched_at, age: row.age } : null
}

export interface StoredPortal {
  /** `text`: the JSON of the definitions. `selection`: names that they contain. */
  copy: (Omit<MasterCopy, 'data'> & { text: string; selection: string[] }) | null
  /** The saved selection of properties. */
  selection: string[]
}

interface StoredRow {
  data: string | null
  fetched_at: Date
  age: number
  properties: string[] | null
  existing: string[]
}

/** The stored master data and selection of a workspace; null if no portal is connected (see `findPortalOfKeys`). */
export async function findStored(db: Db, workspaceId: number, keyIds: readonly string[]): Promise<StoredPortal | null> {
  const { rows } = await sql<StoredRow>`
    select master.data, master.fetched_at, settings.properties,
      array(select name from unnest(settings.properties) with ordinality as saved(name, place)
        where name = any(master.names) order by place) as existing,
      extract(epoch from clock_timestamp() - master.fetched_at)::float8 as age
    from crm_connections connection
    left join crm_master master on master.workspace_id = connection.workspace_id
      and master.portal_id = connection.portal_id
    left join crm_settings settings on settings.workspace_id = connection.workspace_id
    where connection.workspace_id = ${workspaceId} and connection.problem is null
      and connection.key_id = any(${[...keyIds]}::text[])`.execute(db)
  const [row] = rows
  if (!row) return null
  const { data: text, fetched_at: fetchedAt, age, properties, existing } = row
  return { copy: text === null ? null : { text, fetchedAt, age, selection: existing }, selection: properties ?? [] }
}

/** Stores what a portal defines, if the workspace is still connected to it. Returns when. */
export async function saveMaster(db: Db, workspaceId: number, data: MasterData): Promise<Date | null> {
  const text = JSON.stringify(z.encode(crmDefinitions, data))
  const names = data.properties.map(({ name }) => name)
  const { rows } = await sql<{ fetched_at: Date }>`
    insert into crm_master (workspace_id, portal_id, names, data, fetched_at)
    select workspace_id, portal_id, ${names}::text[], ${text}, clock_timestamp() from crm_connections
    where workspace_id = ${workspaceId} and portal_id = ${data.hubspot_id}
    on conflict (workspace_id) do update set portal_id = excluded.portal_id, names = excluded.names, data = excluded.data,
      fetched_at = excluded.fetched_at
    returning fetched_at
  `.execute(db)
  return rows[0]?.fetched_at ?? null
}

export async function saveSelection(trx: Trx, workspaceId: number, names: readonly string[]): Promise<void> {
  const properties = [...names]
  await trx
    .insertInto('crm_settings')
    .values({ workspace_id: workspaceId, properties })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ properties }))
    .execute()
}
