// The SQL that reads the acting user by session or id, with workspace and role.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { WorkspaceRole } from '../actor.ts'

/**
 * Columns and tables of an acting user. Plain SQL, because every request runs the statement and kysely's query builder would
 * double its cost.
 */
const actingUser = {
  columns: sql`users.id, users.is_disabled, users.is_operator,
    case when users.is_operator then not exists (
      select from two_factors where two_factors.user_id = users.id and two_factors.confirmed_at is not null
    ) else false end as lacks_two_factor, workspaces.id as workspace_id, member.role_id,
    case when users.settings ->> 'locale' = 'en' then 'en' else 'ja' end as locale`,
  tables: sql`users
    left join workspace_members member on member.user_id = users.id
    left join workspaces on workspaces.id = member.workspace_id and workspaces.status = 'active'`,
}

interface ActingUser {
  id: number
  is_disabled: boolean
  is_operator: boolean
  lacks_two_factor: boolean
  workspace_id: number | null
  role_id: WorkspaceRole | null
  /** The language of the account. */
  locale: Locale
}

export async function findActingUser(db: Db | Trx, userId: number): Promise<ActingUser | undefined> {
  const { columns, tables } = actingUser
  const { rows } = await sql<ActingUser>`select ${columns} from ${tables} where users.id = ${userId}`.execute(db)
  return rows[0]
}

type ActingSession = ActingUser & { session_id: number; remember: boolean; is_stale: boolean }

/** The acting user of a session that has not expired. */
export async function findActingSession(
  db: Db | Trx,
  by: { hash: Buffer } | { id: number },
): Promise<ActingSession | undefined> {
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

/** The given sessions that have not expired and whose users are not disabled. */
export async function findLiveSessions(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select sessions.id from sessions join users on users.id = sessions.user_id
    where sessions.id = any(${[...ids]}::integer[]) and sessions.expires_at > now() and not users.is_disabled
  `.execute(db)
  return rows.map(({ id }) => id)
}
