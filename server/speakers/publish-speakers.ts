import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishAll } from '../platform/store/outbox.ts'
import { findPartialListeners } from './store/project-speakers.ts'

/**
 * Publishes that names or pictures of speakers of these folders changed. Guests who see only a part of a folder get the
 * event without ids, because they may not know all of these speakers.
 */
export async function publishSpeakers(
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> {
  const guests = await findPartialListeners(trx, speakerIds, projectIds)
  await publishAll(trx, [
    {
      type: 'speakers.changed',
      data: { speaker_ids: [...speakerIds] },
      channels: projectIds.map(folderChannel),
    },
    ...(guests.length === 0
      ? []
      : [
          {
            type: 'speakers.changed' as const,
            data: { speaker_ids: [] },
            channels: guests.map(userChannel),
          },
        ]),
  ])
}
