import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'

/** Tells those who keep the trash that something came or went. */
export const announceTrash = async (trx: Trx, workspaceId: number): Promise<void> => {
  const keepers = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role_id', 'in', [ROLE.owner, ROLE.manager])
    .execute()
  await emit(trx, {
    type: 'trash.changed',
    data: { workspace_id: workspaceId },
    channels: keepers.map(({ user_id }) => `private-user-${user_id}`),
  })
}
