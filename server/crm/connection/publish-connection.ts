import { userChannel } from '@kaiwa/contract/channels.ts'
import { findMemberIds } from '../../billing/store/owners.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'

/** Publishes to all members of the workspace that the connection began, ended or got a problem. */
export async function publishConnection(trx: Trx, workspaceId: number): Promise<void> {
  const users = await findMemberIds(trx, workspaceId)
  if (users.length > 0)
    await publish(trx, { type: 'crm.connection_changed', data: {}, channels: users.map(userChannel) })
}
