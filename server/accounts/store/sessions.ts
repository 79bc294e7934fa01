// The SQL of sessions. Whether a session still works is decided by the clock of the database.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

// Idle timeout and maximal lifetime of a session.
function idle(remember: boolean) {
  return remember ? sql`interval '30 days'` : sql`interval '1 day'`
}

function longest(remember: boolean) {
  return remember ? sql`interval '90 days'` : sql`interval '7 days'`
}

export interface NewSession {
  userId: number
  hash: Buffer
  remember: boolean
  userAgent: string
  address: string
}

export function insertSession(trx: Trx, session: NewSession) {
  return trx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.hash,
      remember: session.remember,
      user_agent: session.userAgent,
      address: session.address,
      expires_at: sql`now() + ${idle(session.remember)}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Replaces token and id: sockets and media URLs are bound to the id and end with it. */
export async function replaceSessionToken(trx: Trx, id: number, token_hash: Buffer) {
  const { rows } = await sql<{ user_id: number; remember: boolean }>`
    update sessions set id = default, token_hash = ${token_hash} where id = ${id} returning user_id, remember
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`session ${id} ended while it was renewed`)
  return row
}

export function extendSession(db: Db, id: number, remember: boolean) {
  return db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      expires_at: sql`least(now() + ${idle(remember)}, created_at + ${longest(remember)})`,
    })
    .where('id', '=', id)
    .execute()
}

export function deleteSession(trx: Trx, id: number) {
  return trx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Returns false if the user has no such session. */
export async function deleteSessionOf(trx: Trx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sessions that have not expired, most recently used first. */
export function findSessions(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes all sessions of a user except one, or all if `except` is null. */
export function deleteSessions(trx: Trx, userId: number, except: number | null) {
  return trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()
}

/** Returns the ids of their users. */
export async function deleteExpiredSessions(trx: Trx): Promise<number[]> {
  const rows = await trx
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id: id }) => id))]
}

/** Whether a session was created in the last `minutes`: then its user has just authenticated. */
export async function isFreshSession(db: Db, sessionId: number, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes}::integer)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the user has a session that has not expired. */
export async function hasSession(db: Db | Trx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
