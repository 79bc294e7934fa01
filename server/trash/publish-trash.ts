import { userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/events/publish.ts'

/** Publishes to the owner and the managers, who may open the trash, that its content changed. */
export const publishTrash = async (trx: Trx, workspaceId: number): Promise<void> => {
  const keepers = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role_id', 'in', [ROLE.owner, ROLE.manager])
    .execute()
  await publish(trx, {
    type: 'trash.changed',
    data: { workspace_id: workspaceId },
    channels: keepers.map(({ user_id }) => userChannel(user_id)),
  })
}
