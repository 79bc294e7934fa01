import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'

export type Purpose = 'verify-account' | 'set-password' | 'magic-link' | 'change-email'
/** `email` is the address that a 'change-email' confirms. */
type NewToken = { userId: number; purpose: Purpose; hash: Buffer; minutes: number; email?: string }

/** The only token of its purpose that works for this user from now on. Answers when it ends, in Unix seconds. */
export const putToken = async (trx: Trx, { userId, purpose, hash, minutes, email }: NewToken): Promise<number> => {
  // Two at once come one after the other, so that only the later one stands.
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
 * Uses the token up; the id of its user for exactly one caller, undefined for everybody else. Locks the user row before the
 * token, as `putToken` and a password change do: the other order deadlocks with them.
 */
export const spendToken = async (trx: Trx, purpose: Purpose, hash: Buffer): Promise<number | undefined> => {
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

/** The address that a link confirms, however late its bearer comes; undefined once it was used or another was sent. */
export const findEmailChange = (db: Db | Trx, by: { hash: Buffer } | { userId: number }) =>
  db
    .selectFrom('account_tokens')
    .select(['user_id', 'email'])
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('hash' in by ? sql<boolean>`token_hash = ${by.hash}` : sql<boolean>`user_id = ${by.userId}`)
    .executeTakeFirst()

/** Takes back the change of address that waits. */
export const deleteEmailChange = (db: Db, userId: number) =>
  db.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', 'change-email').execute()

/** Uses up a 'change-email': whose address becomes which. */
export const spendEmailChange = async (trx: Trx, hash: Buffer) => {
  const userId = await spendToken(trx, 'change-email', hash)
  if (userId === undefined) return undefined
  return trx.selectFrom('account_tokens').select(['user_id', 'email']).where('token_hash', '=', hash).executeTakeFirst()
}

/** Makes every link that was sent to this user useless. */
export const deleteTokens = (trx: Trx, userId: number) =>
  trx.deleteFrom('account_tokens').where('user_id', '=', userId).execute()
