import { recordUsage } from '../../billing/record-usage.ts'
import type { Playable } from '../../media/make-playable.ts'
import type { Trx } from '../../platform/database/database.ts'
import { savePlayback } from '../store/processing-columns.ts'

interface Owned {
  id: number
  workspace_id: number
  created_by: number | null
}

/**
 * Marks the file as prepared, so that its streaming media is played and counts as storage. The caller holds the file's
 * row lock.
 */
export async function savePlayable(trx: Trx, file: Owned, playable: Playable, waveformSize: number): Promise<void> {
  const size = playable.size + waveformSize
  await savePlayback(trx, file.id, { ...playable, size })
  await recordUsage(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId: file.id,
    kind: 'storage',
    amount: size,
    cause: `file:${file.id}:derived`,
  })
}
