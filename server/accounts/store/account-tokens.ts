// The SQL of the tokens in mailed links. Expiry is checked by the clock of the database.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export type TokenPurpose = 'verify-account' | 'set-password' | 'magic-link' | 'change-email'
/** `email`: the new address of a 'change-email' token. */
interface NewToken {
  userId: number
  purpose: TokenPurpose
  hash: Buffer
  minutes: number
  email?: string
}

/** Inserts a token and deletes the user's older one of the same purpose. Returns its expiry in Unix seconds. */
export async function replaceToken(trx: Trx, { userId, purpose, hash, minutes, email }: NewToken): Promise<number> {
  // The lock serialises concurrent calls, so that only the last token remains.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await trx.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
  const { ends } = await trx
    .insertInto('account_tokens')
    .values({
      user_id: userId,
      purpose,
      token_hash: hash,
      email: email ?? null,
      expires_at: sql`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .returning(sql<number>`floor(extract(epoch from expires_at))::float8`.as('ends'))
    .executeTakeFirstOrThrow()
  return ends
}

/**
 * Marks the token as used. Returns the id of its user to exactly one caller, otherwise undefined. Locks the user row before
 * the token, like `replaceToken` and a password change; the other order would cause deadlocks.
 */
export async function consumeToken(trx: Trx, purpose: TokenPurpose, hash: Buffer): Promise<number | undefined> {
  const token = await trx
    .selectFrom('account_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!token) return undefined
  await trx.selectFrom('users').select('id').where('id', '=', token.user_id).forNoKeyUpdate().execute()
  const row = await trx
    .updateTable('account_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** The pending change of address, also if its link has expired; undefined if the link was used or replaced. */
export function findEmailChange(db: Db | Trx, by: { hash: Buffer } | { userId: number }) {
  return db
    .selectFrom('account_tokens')
    .select(['user_id', 'email'])
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('hash' in by ? sql<boolean>`token_hash = ${by.hash}` : sql<boolean>`user_id = ${by.userId}`)
    .executeTakeFirst()
}

/** Cancels the pending change of address. */
export function deleteEmailChange(db: Db, userId: number) {
  return db.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', 'change-email').execute()
}

/** Consumes a 'change-email' token. Returns the user and the new address. */
export async function consumeEmailChange(trx: Trx, hash: Buffer) {
  const userId = await consumeToken(trx, 'change-email', hash)
  if (userId === undefined) return undefined
  return trx.selectFrom('account_tokens').select(['user_id', 'email']).where('token_hash', '=', hash).executeTakeFirst()
}

/** Deletes all mailed links of a user. */
export function deleteTokens(trx: Trx, userId: number) {
  return trx.deleteFrom('account_tokens').where('user_id', '=', userId).execute()
}

export function deleteOldTokens(db: Db) {
  return db
    .deleteFrom('account_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
