import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import { announceItems } from '../workspace/announce.ts'
import { parentProjectIds } from '../workspace/parent-projects.ts'
import type { SharedItem } from './shared-item.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    /** What a person may see or do changed: their pages ask again, what they hold and may hold no longer is freed. */
    'rights.changed': { user_id: number }
  }
}

/** Tells a person's pages; their open sockets must prove again what they may hear. */
export const announceRights = async (trx: Trx, userIds: readonly number[]): Promise<void> => {
  for (const userId of userIds)
    await emit(trx, { type: 'rights.changed', data: { user_id: userId }, channels: [`private-user-${userId}`] })
  if (userIds.length > 0) await emit(trx, { type: 'access.changed', data: { user_ids: [...userIds] } })
}

type Place = Pick<SharedItem, 'id' | 'parent_id' | 'path' | 'workspaceId'>

/** Tells everybody who sees the item that it is shared otherwise now. */
export const announceSharing = async (trx: Trx, item: Place, userIds: readonly number[]): Promise<void> => {
  await announceItems(trx, {
    workspaceId: item.workspaceId,
    paths: [item.path],
    projectIds: await parentProjectIds(trx, [item]),
    itemIds: [item.id],
  })
  await announceRights(trx, userIds)
}
