import { randomUUID } from 'node:crypto'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { insertItem } from '../tree/store/items.ts'
import type { CheckedEntry } from './check-entries.ts'
import { reservationOf } from './policy.ts'
import { reservedUntil } from './store.ts'
import type { SignedUpload } from './ticket.ts'

type Place = { folder: { id: number; resource_id: number }; workspaceId: number; userId: number }

/**
 * Creates a recording in state `waiting` with its upload and storage reservation. The caller holds the tree lock and
 * has checked the free storage.
 */
export const announceUpload = async (
  trx: Trx,
  { entry, name, bytes }: CheckedEntry,
  { folder, workspaceId, userId }: Place,
  engine: string | null = null,
): Promise<SignedUpload & { fileId: number }> => {
  const item = await insertItem(trx, { parentId: folder.id, isProject: false, creatorId: userId })
  const videoId = randomUUID()
  const file = await trx
    .insertInto('files')
    .values({
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
      last_updated_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const upload = await trx
    .insertInto('uploads')
    .values({
      file_id: file.id,
      uuid: entry.uuid,
      created_by: userId,
      declared_size: entry.size ?? null,
      reserved: reservationOf(bytes),
      reserved_until: reservedUntil,
      expires_at: sql<Date>`now() + make_interval(hours => ${LIMITS.uploadExpiryHours})`,
    })
    .returning(['id', sql<number>`floor(extract(epoch from expires_at))::integer`.as('expires')])
    .executeTakeFirstOrThrow()
  return {
    id: upload.id,
    fileId: file.id,
    uuid: entry.uuid,
    title: name.title,
    videoId,
    isAudio: name.isAudio,
    expiresAt: upload.expires,
  }
}
