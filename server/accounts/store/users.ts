// The SQL of users and their former addresses.
import type { Settings } from '@kaiwa/contract/accounts.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

function byEmail(email: string) {
  return sql<boolean>`lower(email) = lower(${email})`
}

export function findUserByEmail(db: Db | Trx, email: string) {
  return db.selectFrom('users').selectAll().where(byEmail(email)).executeTakeFirst()
}

/** Whether the address has a verified account. */
export async function hasAccount(db: Db | Trx, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email))?.email_verified_at != null
}

export function findUser(db: Db | Trx, id: number) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export type UserRow = Awaited<ReturnType<typeof findUser>>

export async function findPasswordHash(trx: Trx, userId: number): Promise<string | null> {
  const { password_hash } = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return password_hash
}

/** Locks the row until commit. Inserts with a foreign key to the row are not blocked. */
export function lockUserRow(trx: Trx, userId: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'is_disabled', 'is_operator'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks the user like `lockUserRow`. Returns all columns, or undefined if the user does not exist. */
export function lockUserData(trx: Trx, userId: number): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

export function setDisabled(trx: Trx, userId: number, is_disabled: boolean) {
  return trx
    .updateTable('users')
    .set({ is_disabled, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

export function setOperator(trx: Trx, userId: number, is_operator: boolean) {
  return trx
    .updateTable('users')
    .set({ is_operator, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Operators by address. */
export function findOperators(db: Db) {
  return db.selectFrom('users').selectAll().where('is_operator', '=', true).orderBy('email').execute()
}

export interface NewUser {
  email: string
  /** Null for a registration by magic link. */
  password_hash: string | null
  first_name: string
  last_name: string
  settings: Partial<Settings>
}

/** Inserts a user, or replaces an unverified one. Returns undefined if the address belongs to a verified user. */
export function upsertUnverifiedUser(trx: Trx, user: NewUser) {
  return trx
    .insertInto('users')
    .values({ ...user, settings: jsonb(user.settings) })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet({
          password_hash: user.password_hash,
          first_name: user.first_name,
          last_name: user.last_name,
          settings: jsonb(user.settings),
          updated_at: sql`now()`,
        })
        .where('users.email_verified_at', 'is', null)
        .where('users.is_disabled', '=', false),
    )
    .returning('id')
    .executeTakeFirst()
}

type VerifiedUser = NewUser & { is_visited: boolean }

/** Inserts a user whose address needs no verification. Returns the id. */
export async function insertVerifiedUser(trx: Trx, user: VerifiedUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({ ...user, settings: jsonb(user.settings), email_verified_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function markVerified(trx: Trx, userId: number) {
  return trx
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes the address. Returns false if another user has it. The old address is stored as a hash, because removing a member
 * also ends invitations that were sent to it.
 */
export async function changeEmail(trx: Trx, userId: number, email: string): Promise<boolean> {
  await sql`
    insert into former_addresses (user_id, address_hash)
    select id, sha256(convert_to(lower(email), 'UTF8')) from users where id = ${userId}
    on conflict do nothing
  `.execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where(sql<boolean>`lower(other.email) = lower(${email})`)
            .where('other.id', '!=', userId),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function renameUser(db: Db, userId: number, names: { first_name: string; last_name: string }) {
  return db
    .updateTable('users')
    .set({ ...names, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

export function markVisited(db: Db, userId: number) {
  return db
    .updateTable('users')
    .set({ is_visited: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Sets or removes the photo and returns the old one. The row lock serialises concurrent calls. */
export async function replaceAvatar(trx: Trx, userId: number, avatar: string | null): Promise<string | null> {
  const before = await trx
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('users')
    .set({ avatar, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  return before.avatar
}

/** Deletes the password of an unverified user: anybody may have set it. Returns true if there was one. */
export async function clearUnverifiedPassword(trx: Trx, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Null deletes the password. */
export function setPassword(trx: Trx, userId: number, password_hash: string | null) {
  return trx
    .updateTable('users')
    .set({ password_hash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** The stored settings, as the user has changed them. */
export async function findSettings(db: Db, userId: number): Promise<unknown> {
  const row = await db.selectFrom('users').select('settings').where('id', '=', userId).executeTakeFirst()
  return row?.settings
}

export async function mergeSettings(db: Db, userId: number, settings: Partial<Settings>): Promise<unknown> {
  const row = await db
    .updateTable('users')
    .set({ settings: sql`settings || ${jsonb(settings)}`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning('settings')
    .executeTakeFirstOrThrow()
  return row.settings
}
