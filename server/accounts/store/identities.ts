// The SQL of sign-in attempts at the identity provider and of the identities linked to users.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Identity } from '../google/identity.ts'

interface NewAttempt {
  id: string
  browserHash: Buffer
  is_app: boolean
  minutes: number
}

export function insertAttempt(db: Db, { id, browserHash, is_app, minutes }: NewAttempt) {
  return db
    .insertInto('google_attempts')
    .values({
      id,
      browser_hash: browserHash,
      is_app,
      expires_at: sql`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .execute()
}

/** Attempts of a browser that have not expired, latest first. */
export function findAttempts(db: Db, browserHash: Buffer) {
  return db
    .selectFrom('google_attempts')
    .select(['id', 'is_app'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
}

/** Returns true for exactly one of several concurrent callers. */
export async function deleteAttempt(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('google_attempts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export function deleteOldAttempts(db: Db) {
  return db
    .deleteFrom('google_attempts')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

type IdentityKey = Pick<Identity, 'issuer' | 'subject'>

export function findUserByIdentity(trx: Trx, { issuer, subject }: IdentityKey) {
  return trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Ignores an existing row: concurrent first sign-ins have found the same user by the same address. */
export function insertIdentity(trx: Trx, userId: number, { issuer, subject }: IdentityKey) {
  return trx
    .insertInto('identities')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/** The user signs in with these identities no longer. Identities with the address of the user are linked again by a sign-in. */
export function deleteIdentities(trx: Trx, userId: number) {
  return trx.deleteFrom('identities').where('user_id', '=', userId).execute()
}
