import type { Trx } from '../../platform/database/database.ts'
import { emitAll } from '../../platform/events/emit.ts'

declare module '../../platform/events/event.ts' {
  interface EventData {
    /** On a person's own channel: what they may see or do changed, their pages fetch again. */
    'rights.changed': Record<string, never>
  }
}

/**
 * Publishes that these people may see or do something else than before: their pages fetch again, their sockets are closed
 * and prove anew what they may hear (realtime nodes), and edit locks they may no longer hold are released (reactions on
 * `access.changed`). Two events, however many people.
 */
export const publishRights = async (trx: Trx, userIds: readonly number[]): Promise<void> => {
  if (userIds.length === 0) return
  await emitAll(trx, [
    { type: 'rights.changed', data: {}, channels: userIds.map((id) => `private-user-${id}`) },
    { type: 'access.changed', data: { user_ids: [...userIds] } },
  ])
}
