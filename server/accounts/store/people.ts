// The SQL that reads users as they are shown to other users: name, photo, membership of a workspace.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'

export interface PersonRow {
  id: number
  first_name: string
  last_name: string
  avatar: string | null
}

/** SQL fragment: the person whose id is in a column, as JSON, for example `personAt('files.last_updated_by')`. */
export function personAt(column: string): RawBuilder<PersonRow | null> {
  return sql`(
  select json_build_object('id', person.id, 'first_name', person.first_name, 'last_name', person.last_name,
    'avatar', person.avatar)
  from users person where person.id = ${sql.ref(column)})`
}

export function findPersonRow(db: Db | Trx, id: number): Promise<PersonRow | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'avatar'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The members of a workspace ordered by name, or only the member `only`. */
export function findMembers(db: Db, workspaceId: number, only: number | null) {
  return db
    .selectFrom('workspace_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar', 'users.email', 'member.role_id'])
    .where('member.workspace_id', '=', workspaceId)
    .$if(only !== null, (query) => query.where('users.id', '=', only))
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute()
}

/**
 * The path of a person's photo; null if the actor may not see it. A photo is visible to its owner, the members of their
 * workspace and the operator. The name in the path is random, so that a guest cannot guess it.
 */
export async function findAvatar(db: Db, actor: Actor, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', userId)
    .where(({ or, val, exists, selectFrom }) =>
      or([
        sql<boolean>`${val(actor.isOperator || actor.id === userId)}::boolean`,
        exists(
          selectFrom('workspace_members as member')
            .select('member.user_id')
            .where('member.user_id', '=', userId)
            .where('member.workspace_id', '=', actor.workspaceId ?? -1),
        ),
      ]),
    )
    .executeTakeFirst()
  return row?.avatar ?? null
}

export async function hasWorkspace(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
