// The SQL of users, sessions and account tokens. Whether a token still works is judged by the database's clock.
import type { Settings } from '@kaiwa/contract/accounts.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import type { WorkspaceRole } from './actor.ts'

const byEmail = (email: string) => sql<boolean>`lower(email) = lower(${email})`

export const findUserByEmail = (db: Db | Trx, email: string) =>
  db.selectFrom('users').selectAll().where(byEmail(email)).executeTakeFirst()

export const findUser = (db: Db | Trx, id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export type NewUser = {
  email: string
  /** Null where one signs in by mail. */
  password_hash: string | null
  first_name: string
  last_name: string
  settings: Partial<Settings>
}

/** Creates the user, or replaces one who never verified the address; undefined where the address is taken. */
export const putUnverifiedUser = (trx: Trx, user: NewUser) =>
  trx
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

export const markVerified = (trx: Trx, userId: number) =>
  trx
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Gives the user another address; false where somebody else has it meanwhile. The one before is kept as a hash: removing a
 * member also ends the invitations that were sent there.
 */
export const changeEmail = async (trx: Trx, userId: number, email: string): Promise<boolean> => {
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

/** Whether a session was opened in the last minutes: then its bearer has just proved who they are. */
export const isFreshSession = async (db: Db, sessionId: number, minutes: number): Promise<boolean> => {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes}::integer)`)
    .executeTakeFirst()
  return row !== undefined
}

export const renameUser = (db: Db, userId: number, names: { first_name: string; last_name: string }) =>
  db
    .updateTable('users')
    .set({ ...names, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()

export const markVisited = (db: Db, userId: number) =>
  db
    .updateTable('users')
    .set({ is_visited: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()

/** Gives the user this picture, or none. Answers the one before it; two at once come one after the other. */
export const replaceAvatar = async (trx: Trx, userId: number, avatar: string | null): Promise<string | null> => {
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

/** A password that was set before the address was proved may be anybody's. True where there was one. */
export const forgetUnprovenPassword = async (trx: Trx, userId: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const setPassword = (trx: Trx, userId: number, password_hash: string) =>
  trx
    .updateTable('users')
    .set({ password_hash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()

export const mergeSettings = async (db: Db, userId: number, settings: Partial<Settings>): Promise<unknown> => {
  const row = await db
    .updateTable('users')
    .set({ settings: sql`settings || ${jsonb(settings)}`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning('settings')
    .executeTakeFirstOrThrow()
  return row.settings
}

// How long a session lives without being used, and at most. Without `remember` the browser forgets it when it closes.
const idle = (remember: boolean) => (remember ? sql`interval '30 days'` : sql`interval '1 day'`)
const longest = (remember: boolean) => (remember ? sql`interval '90 days'` : sql`interval '7 days'`)

export type NewSession = { userId: number; hash: Buffer; remember: boolean; userAgent: string; address: string }

export const insertSession = (trx: Trx, session: NewSession) =>
  trx
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

/** A new token and a new id: what carries the id (sockets, media addresses) ends like what carries the token. */
export const replaceSessionToken = async (trx: Trx, id: number, token_hash: Buffer) => {
  const { rows } = await sql<{ user_id: number; remember: boolean }>`
    update sessions set id = default, token_hash = ${token_hash} where id = ${id} returning user_id, remember
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`session ${id} ended while it was renewed`)
  return row
}

export const extendSession = (db: Db, id: number, remember: boolean) =>
  db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`now()`,
      expires_at: sql`least(now() + ${idle(remember)}, created_at + ${longest(remember)})`,
    })
    .where('id', '=', id)
    .execute()

export const deleteSession = (trx: Trx, id: number) => trx.deleteFrom('sessions').where('id', '=', id).execute()

/** False where the user has no such session. */
export const deleteSessionOf = async (trx: Trx, userId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Living sessions, the latest seen first. */
export const findSessions = (db: Db, userId: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends all sessions of a user, but for one that may stay. */
export const deleteSessions = (trx: Trx, userId: number, except: number | null) =>
  trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()

/** Answers whose sessions they were. */
export const deleteExpiredSessions = async (trx: Trx): Promise<number[]> => {
  const rows = await trx
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id: id }) => id))]
}

/** Those of these sessions that have not ended, of people who are not disabled. */
export const findLiveSessions = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select sessions.id from sessions join users on users.id = sessions.user_id
    where sessions.id = any(${[...ids]}::integer[]) and sessions.expires_at > now() and not users.is_disabled
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteOldTokens = (db: Db) =>
  db
    .deleteFrom('account_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()

/**
 * What a request must know of a user. Written out, since the session is asked with every call: building the statement from
 * parts takes as long as all else that is done with it here.
 */
const actingUser = {
  columns: sql`users.id, users.is_disabled, users.is_operator, workspaces.id as workspace_id, member.role_id`,
  tables: sql`users
    left join workspace_members member on member.user_id = users.id
    left join workspaces on workspaces.id = member.workspace_id and workspaces.status = 'active'`,
}

type ActingUser = {
  id: number
  is_disabled: boolean
  is_operator: boolean
  workspace_id: number | null
  role_id: WorkspaceRole | null
}

export const findActingUser = async (db: Db | Trx, userId: number): Promise<ActingUser | undefined> => {
  const { columns, tables } = actingUser
  const { rows } = await sql<ActingUser>`select ${columns} from ${tables} where users.id = ${userId}`.execute(db)
  return rows[0]
}

type ActingSession = ActingUser & { session_id: number; remember: boolean; is_stale: boolean }

/** The same by a living session. */
export const findSession = async (
  db: Db | Trx,
  by: { hash: Buffer } | { id: number },
): Promise<ActingSession | undefined> => {
  const { columns, tables } = actingUser
  const { rows } = await sql<ActingSession>`
    select ${columns}, sessions.id as session_id, sessions.remember,
      sessions.last_seen_at < now() - interval '10 minutes' as is_stale
    from ${tables} join sessions on sessions.user_id = users.id
    where ${'hash' in by ? sql`sessions.token_hash = ${by.hash}` : sql`sessions.id = ${by.id}`}
      and sessions.expires_at > now()
  `.execute(db)
  return rows[0]
}

export const hasWorkspace = async (trx: Trx, userId: number): Promise<boolean> => {
  const row = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
