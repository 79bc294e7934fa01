// The SQL of sign-in attempts at the identity provider and of the identities linked to users.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Identity } from '../google/identity.ts'

type NewAttempt = { id: string; browserHash: Buffer; is_app: boolean; minutes: number }

export const insertAttempt = (db: Db, { id, browserHash, is_app, minutes }: NewAttempt) =>
  db
    .insertInto('google_attempts')
    .values({
      id,
      browser_hash: browserHash,
      is_app,
      expires_at: sql`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .execute()

/** Attempts of a browser that have not expired, latest first. */
export const findAttempts = (db: Db, browserHash: Buffer) =>
  db
    .selectFrom('google_attempts')
    .select(['id', 'is_app'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()

/** Returns true for exactly one of several concurrent callers. */
export const deleteAttempt = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('google_attempts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteOldAttempts = (db: Db) =>
  db
    .deleteFrom('google_attempts')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()

type IdentityKey = Pick<Identity, 'issuer' | 'subject'>

export const findUserByIdentity = (trx: Trx, { issuer, subject }: IdentityKey) =>
  trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Ignores an existing row: concurrent first sign-ins have found the same user by the same address. */
export const insertIdentity = (trx: Trx, userId: number, { issuer, subject }: IdentityKey) =>
  trx
    .insertInto('identities')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
