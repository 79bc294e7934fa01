// The table `workspaces`.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Inserts a workspace and its owner's membership, and returns its id. The root folder is inserted by the tree. */
export const insertWorkspace = async (trx: Trx, ownerId: number): Promise<number> => {
  const { id } = await trx
    .insertInto('workspaces')
    .values({ owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('workspace_members')
    .values({ user_id: ownerId, workspace_id: id, role_id: ROLE.owner })
    .execute()
  return id
}
