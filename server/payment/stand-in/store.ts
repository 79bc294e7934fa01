// The SQL of the stand-in. Its state is in the database, so that it survives a restart and all processes share it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

export interface StoredObject {
  id: string
  [field: string]: unknown
}

/** Requests run one after another, as if the provider locked the objects that they change. */
export async function lockTrialProvider(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('trial provider'))`.execute(trx)
}

export async function findTrialObject(db: Db | Trx, id: string): Promise<StoredObject | undefined> {
  const row = await db.selectFrom('trial_provider_objects').select('body').where('id', '=', id).executeTakeFirst()
  return row?.body as StoredObject | undefined
}

export async function putTrialObject(trx: Trx, type: string, body: StoredObject, at: Date): Promise<void> {
  await trx
    .insertInto('trial_provider_objects')
    .values({ id: body.id, type, body: jsonb(body), created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: jsonb(body) }))
    .execute()
}

export async function deleteTrialObject(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('trial_provider_objects').where('id', '=', id).execute()
}

/** All objects of a type whose fields have these values, the newest first. */
export async function listTrialObjects(
  db: Db | Trx,
  type: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<StoredObject[]> {
  const rows = await db
    .selectFrom('trial_provider_objects')
    .select('body')
    .where('type', '=', type)
    .where(sql<boolean>`body @> ${jsonb(fields)}`)
    .orderBy('position', 'desc')
    .execute()
  return rows.map(({ body }) => body as unknown as StoredObject)
}
