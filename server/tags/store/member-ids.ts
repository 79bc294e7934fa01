import type { Trx } from '../../platform/database/database.ts'

/** Ids of the members of a workspace. */
export async function findMemberIds(trx: Trx, workspaceId: number): Promise<number[]> {
  const members = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return members.map(({ user_id: id }) => id)
}
