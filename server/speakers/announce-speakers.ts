import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'speakers.changed': { speaker_ids: number[] }
  }
}

/** Tells those who have a file or the list of these folders open that names or faces are others now. */
export const announceSpeakers = (
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> =>
  emit(trx, {
    type: 'speakers.changed',
    data: { speaker_ids: [...speakerIds] },
    channels: projectIds.map((id) => `private-project-${id}`),
  })
