// The SQL of the stand-in's portals and tokens. Their state is in the database: it survives a restart, and all processes
// share it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'
import type { Portal } from '../portal.ts'

export type TrialType = 'portal' | 'code' | 'grant' | 'refresh' | 'access' | 'window'

export async function putObject(db: Db | Trx, type: TrialType, id: string, body: object): Promise<void> {
  await db
    .insertInto('trial_crm_objects')
    .values({ type, id, body: jsonb(body) })
    .onConflict((conflict) =>
      conflict.columns(['type', 'id']).doUpdateSet({
        body: jsonb(body),
        version: sql`trial_crm_objects.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
}

export async function findObject<T>(db: Db | Trx, type: TrialType, id: string): Promise<T | undefined> {
  const row = await db
    .selectFrom('trial_crm_objects')
    .select('body')
    .where('type', '=', type)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.body as T | undefined
}

/** Removes and returns it: of two callers, one gets it. */
export async function takeObject<T>(db: Db | Trx, type: TrialType, id: string): Promise<T | undefined> {
  const row = await db
    .deleteFrom('trial_crm_objects')
    .where('type', '=', type)
    .where('id', '=', id)
    .returning('body')
    .executeTakeFirst()
  return row?.body as T | undefined
}

/** Changes fields of all objects of a type whose body contains `fields`. */
export async function patchObjects(db: Db | Trx, type: TrialType, fields: object, patch: object): Promise<void> {
  await db
    .updateTable('trial_crm_objects')
    .set({ body: sql`body || ${jsonb(patch)}`, version: sql`version + 1` })
    .where('type', '=', type)
    .where(sql<boolean>`body @> ${jsonb(fields)}`)
    .execute()
}

export async function deleteObjects(db: Db | Trx, type: TrialType, fields: object): Promise<void> {
  await db
    .deleteFrom('trial_crm_objects')
    .where('type', '=', type)
    .where(sql<boolean>`body @> ${jsonb(fields)}`)
    .execute()
}

/** Number of the call in a window of a limit, from 1. */
export async function countCall(db: Db, window: string): Promise<number> {
  const { version } = await db
    .insertInto('trial_crm_objects')
    .values({ type: 'window', id: window, body: jsonb({}) })
    .onConflict((conflict) =>
      conflict.columns(['type', 'id']).doUpdateSet({ version: sql`trial_crm_objects.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  // Now and then, old windows and expired tokens are removed.
  if (version === 1)
    await sql`
      delete from trial_crm_objects
       where type = 'window' and updated_at < now() - interval '1 minute'
          or type in ('access', 'code') and updated_at < now() - interval '1 day'`.execute(db)
  return version
}

interface CachedPortal {
  version: number
  portal: Portal
}

const cache = new WeakMap<object, Map<string, CachedPortal>>()

/** A portal with 500 properties is parsed once for each of its versions. */
export async function findPortal(db: Db, id: string): Promise<Portal | undefined> {
  const known = cache.get(db) ?? new Map<string, CachedPortal>()
  cache.set(db, known)
  const cached = known.get(id)
  const row = await db
    .selectFrom('trial_crm_objects')
    .select([
      'version',
      sql<Portal | null>`case when version = ${cached?.version ?? 0} then null else body end`.as('body'),
    ])
    .where('type', '=', 'portal')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  if (cached && row.body === null) return cached.portal
  const portal = row.body as Portal
  known.set(id, { version: row.version, portal })
  return portal
}

/** Ids of the grants of a portal. */
export async function listGrants(db: Db, portalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('trial_crm_objects')
    .select('id')
    .where('type', '=', 'grant')
    .where(sql<boolean>`body @> ${jsonb({ portalId })}`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Processes that start together seed one after another. */
export async function lockSeed(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('trial portal'))`.execute(trx)
}
