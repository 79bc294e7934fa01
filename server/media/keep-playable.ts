import { sql } from 'kysely'
import { record } from '../billing/record.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Playable } from './make-playable.ts'

type Made = { id: number; workspace_id: number; created_by: number | null }

/**
 * Marks the file as prepared, so that its streaming media is played and counts as storage. The caller holds the file's
 * row lock.
 */
export const keepPlayable = async (trx: Trx, file: Made, playable: Playable, waveformSize: number): Promise<void> => {
  const size = playable.size + waveformSize
  await trx
    .updateTable('files')
    .set({
      prepared_at: sql`now()`,
      is_preparing: false,
      is_audio: playable.isAudio,
      is_playable: true,
      thumbnail_count: playable.thumbnailCount,
      has_thumbnail: playable.hasThumbnail,
      derived_size: size,
    })
    .where('id', '=', file.id)
    .execute()
  await record(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId: file.id,
    kind: 'storage',
    amount: size,
    cause: `file:${file.id}:derived`,
  })
}
