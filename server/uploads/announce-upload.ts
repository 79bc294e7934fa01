import { randomUUID } from 'node:crypto'
import type { Trx } from '../platform/database/database.ts'
import { insertFile } from '../files/store/files.ts'
import { insertItem } from '../tree/store/items.ts'
import type { CheckedEntry } from './check-entries.ts'
import { reservationOf } from './policy.ts'
import { insertUpload } from './store.ts'
import type { SignedUpload } from './upload-ticket.ts'

type Destination = { folder: { id: number; resource_id: number }; workspaceId: number; userId: number }

/**
 * Creates a recording in state `waiting` with its upload and storage reservation. The caller holds the tree lock and
 * has checked the free storage.
 */
export const announceUpload = async (
  trx: Trx,
  { entry, name, bytes }: CheckedEntry,
  { folder, workspaceId, userId }: Destination,
  engine: string | null = null,
): Promise<SignedUpload & { fileId: number }> => {
  const item = await insertItem(trx, { parentId: folder.id, isProject: false, creatorId: userId })
  const videoId = randomUUID()
  const fileId = await insertFile(trx, {
    item_id: item.id,
    project_id: folder.resource_id,
    workspace_id: workspaceId,
    title: name.title,
    file_name: name.fileName,
    video_id: videoId,
    is_audio: name.isAudio,
    language: entry.language,
    num_speaker: entry.num_speaker || null,
    // Duration reported by the browser, until the server has measured it.
    duration: entry.duration * 60,
    // The size of a live recording is unknown.
    original_size: bytes ?? 0,
    engine,
    created_by: userId,
  })
  const upload = await insertUpload(trx, {
    fileId,
    userId,
    uuid: entry.uuid,
    declaredSize: entry.size ?? null,
    reserved: reservationOf(bytes),
  })
  return {
    id: upload.id,
    fileId,
    uuid: entry.uuid,
    title: name.title,
    videoId,
    isAudio: name.isAudio,
    expiresAt: upload.expires,
  }
}
