import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { findMemberIds } from './store/owners.ts'

/** Publishes to everyone in the workspace that limits, points or the contract changed. */
export async function publishUsage(trx: Trx, workspaceId: number): Promise<void> {
  const users = await findMemberIds(trx, workspaceId)
  if (users.length > 0) await publish(trx, { type: 'usage.changed', data: {}, channels: users.map(userChannel) })
}
