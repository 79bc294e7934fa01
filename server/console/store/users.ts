// The SQL that reads users for operators.
import type { USER_STATUSES } from '@kaiwa/contract/admin-choices.ts'
import type { AdminUser } from '@kaiwa/contract/admin-users.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { List } from './list-rows.ts'
import { search } from './search.ts'

export interface UserFilters {
  status?: (typeof USER_STATUSES)[number] | undefined
  query?: string | undefined
}

const CONDITIONS = {
  all: [],
  enabled: [sql<boolean>`not is_disabled`],
  disabled: [sql<boolean>`is_disabled`],
  closed: [sql<boolean>`users.id in (select user_id from closed_owners)`],
}

/** Users by status and by words of name and address. */
export function usersBy({ status, query }: UserFilters): List {
  return {
    table: 'users',
    where: CONDITIONS[status ?? 'all'],
    inOrder: status === 'closed' ? sql`select user_id as id from closed_owners` : undefined,
    narrow: [search('users', query)],
  }
}

export interface UserListRow {
  id: number
  email: string
  first_name: string
  last_name: string
  company: string | null
  is_disabled: boolean
  is_operator: boolean
  is_verified: boolean
  is_set_password: boolean
  created_at: Date
  role_id: number | null
  workspace: {
    id: number
    status: NonNullable<AdminUser['workspace']>['status']
    point: number
    owner: { id: number; first_name: string; last_name: string; email: string }
  } | null
}

/** Users with their workspace, latest first. */
export async function findUserRows(db: Db | Trx, ids: readonly number[]): Promise<UserListRow[]> {
  const { rows } = await sql<UserListRow>`
    select u.id, u.email, u.first_name, u.last_name, u.company, u.is_disabled, u.is_operator,
      u.email_verified_at is not null as is_verified, u.password_hash is not null as is_set_password, u.created_at,
      member.role_id,
      case when w.id is not null then json_build_object('id', w.id, 'status', w.status, 'point', w.point,
        'owner', json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name, 'email', o.email))
      end as workspace
    from users u
    left join workspace_members member on member.user_id = u.id
    left join workspaces w on w.id = coalesce(member.workspace_id,
      (select max(closed.id) from workspaces closed where closed.owner_id = u.id and closed.status = 'closed'))
    left join users o on o.id = w.owner_id
    where u.id = any(${[...ids]}::integer[]) order by u.id desc
  `.execute(db)
  return rows
}

/** Columns that only the page of one user shows. */
export async function findUserFigures(db: Db, userId: number, workspaceId: number | null) {
  const { rows } = await sql<{ has_two_factor: boolean; last_seen_at: Date | null; members: number }>`
    select
      exists (select from two_factors where user_id = ${userId} and confirmed_at is not null) as has_two_factor,
      (select max(last_seen_at) from sessions where user_id = ${userId} and expires_at > now()) as last_seen_at,
      (select count(*)::integer from workspace_members where workspace_id = ${workspaceId}::integer) as members
  `.execute(db)
  return rows[0] ?? { has_two_factor: false, last_seen_at: null, members: 0 }
}
