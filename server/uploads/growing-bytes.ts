// The bytes of an upload for readers that follow its growth. Its staged bytes are moved to the storage at the end, so a
// reader looks there when the staging has fewer than were received.
import { buffer } from 'node:stream/consumers'
import { originalKey } from '../media/keys.ts'
import type { App } from '../platform/app.ts'
import { MissingObject } from '../platform/storage/storage.ts'
import type { GrowingBytes } from '../processing/live/extension-points.ts'
import { openStaging } from './open-staging.ts'
import { findUploadOfFile } from './store/uploads.ts'

export async function findGrowingBytes(app: App, fileId: number): Promise<GrowingBytes | null> {
  const upload = await findUploadOfFile(app.db, fileId)
  if (!upload) return null
  return { received: upload.received, length: upload.length, isComplete: upload.completed_at !== null }
}

export async function readGrowingBytes(app: App, fileId: number, from: number, to: number): Promise<Uint8Array> {
  const upload = await findUploadOfFile(app.db, fileId)
  const end = Math.min(to, upload?.received ?? 0)
  if (!upload || end <= from) return new Uint8Array()
  if (!upload.completed_at) {
    const staged = await openStaging(app).read(upload.id, from, end)
    if (staged.length === end - from) return staged
  }
  // Moved before it was removed from the staging; missing only if the file was deleted in the meantime.
  try {
    return await buffer(await app.storage.get(originalKey(upload.video_id), { start: from, end: end - 1 }))
  } catch (error) {
    if (error instanceof MissingObject) return new Uint8Array()
    throw error
  }
}
