// The SQL of two-factor. The time step and the expiry of tickets use the clock of the database.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { STEP_SECONDS } from '../two-factor/time-codes.ts'

/** An offered secret that is not confirmed in this time expires. */
const OFFER_MINUTES = 30
export const TICKET_MINUTES = 10

export async function hasTwoFactor(db: Db | Trx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The encrypted secret, offered or confirmed, and the current time step. */
export function findSecret(db: Db | Trx, userId: number, state: 'offered' | 'confirmed') {
  return db
    .selectFrom('two_factors')
    .select(['sealed_secret'])
    .select(sql<number>`floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS})::integer`.as('step'))
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'offered' ? 'is' : 'is not', null)
    .$if(state === 'offered', (query) =>
      query.where('created_at', '>', sql<Date>`now() - make_interval(mins => ${OFFER_MINUTES}::integer)`),
    )
    .executeTakeFirst()
}

export async function findTwoFactor(db: Db, userId: number) {
  const row = await db
    .selectFrom('two_factors')
    .select('confirmed_at')
    .select(({ selectFrom }) =>
      selectFrom('recovery_codes')
        .select(sql<number>`count(*)::integer`.as('left'))
        .where('recovery_codes.user_id', '=', userId)
        .where('used_at', 'is', null)
        .as('codes_left'),
    )
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row && { since: row.confirmed_at, codesLeft: row.codes_left ?? 0 }
}

/** Replaces an earlier offer. Returns false if two-factor is already on. */
export async function offerSecret(db: Db, userId: number, sealed_secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('two_factors')
    .values({ user_id: userId, sealed_secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret, created_at: sql`now()`, last_step: null })
        .where('two_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Turns two-factor on, for exactly one caller, if the secret is still the one whose code was checked. */
export async function confirmSecret(trx: Trx, userId: number, sealed: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factors')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Consumes the code of a step. Returns false if this step or a later one was already used. */
export async function consumeTimeStep(trx: Trx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function deleteTwoFactor(trx: Trx, userId: number) {
  return trx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(trx: Trx, userId: number, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export function findRecoveryCodes(db: Db, userId: number) {
  return db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Marks the code as used and returns the number of unused codes; null if it was already used. */
export async function consumeRecoveryCode(trx: Trx, userId: number, id: number): Promise<number | null> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const { left } = await trx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

interface NewTicket {
  userId: number
  hash: Buffer
  remember: boolean
}

export function insertTicket(trx: Trx, { userId, hash, remember }: NewTicket) {
  return trx
    .insertInto('sign_in_tickets')
    .values({
      user_id: userId,
      token_hash: hash,
      remember,
      expires_at: sql`now() + make_interval(mins => ${TICKET_MINUTES}::integer)`,
    })
    .execute()
}

export function findTicket(db: Db, hash: Buffer) {
  return db
    .selectFrom('sign_in_tickets')
    .select(['id', 'user_id', 'remember'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Returns true for exactly one of several concurrent callers. */
export async function consumeTicket(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('sign_in_tickets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the user's tickets: sign-ins between the two steps must start again. */
export function deleteTickets(trx: Trx, userId: number) {
  return trx.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}

export function deleteOldTickets(db: Db) {
  return db
    .deleteFrom('sign_in_tickets')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

/** Encrypted secrets after a user id, in order. */
export function listSecrets(db: Db, after: number, limit: number) {
  return db
    .selectFrom('two_factors')
    .select(['user_id', 'sealed_secret'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Replaces the encrypted form of an unchanged secret. Returns false if it was changed in between. */
export async function replaceEncryption(db: Db, userId: number, former: Buffer, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ sealed_secret: sealed })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
