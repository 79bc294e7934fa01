import type { Trx } from '../platform/database/database.ts'
import { emitAll } from '../platform/events/emit.ts'
import { findPartialListeners } from '../tree/rights/folder-listeners.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'speakers.changed': { speaker_ids: number[] }
  }
}

/**
 * Tells those who have a file or the list of these folders open that names or faces are others now. Guests who do not see
 * all of a folder are told without ids: not every one of these speakers is theirs to know.
 */
export const announceSpeakers = async (
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> => {
  const guests = await findPartialListeners(trx, speakerIds, projectIds)
  await emitAll(trx, [
    {
      type: 'speakers.changed',
      data: { speaker_ids: [...speakerIds] },
      channels: projectIds.map((id) => `private-project-${id}`),
    },
    ...(guests.length === 0
      ? []
      : [
          {
            type: 'speakers.changed',
            data: { speaker_ids: [] },
            channels: guests.map((id) => `private-user-${id}`),
          },
        ]),
  ])
}
