// The SQL of what people of one workspace see of each other.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'

/** The people of a workspace, or `only` one of them, by name. */
export const findMembers = (db: Db, workspaceId: number, only: number | null) =>
  db
    .selectFrom('workspace_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar', 'users.email', 'member.role_id'])
    .where('member.workspace_id', '=', workspaceId)
    .$if(only !== null, (query) => query.where('users.id', '=', only))
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute()

/**
 * The path of a person's picture; null where the actor is not to see it. Whoever left the workspace is shown there by
 * initials. The name in the path is random: a guest learns it only from what they see of the person.
 */
export const findAvatar = async (db: Db, actor: Actor, userId: number): Promise<string | null> => {
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
