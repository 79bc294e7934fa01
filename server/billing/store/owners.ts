import type { Db, Trx } from '../../platform/database/database.ts'

/** The active workspace that this person owns; undefined without one. */
export async function findOwnedWorkspace(db: Db | Trx, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('owner_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.id
}

/** Everyone in the workspace. */
export async function findMemberIds(trx: Trx, workspaceId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
