import { mediaPrefix, speechPrefix } from '../../media/keys.ts'
import type { App } from '../../platform/app.ts'
import { fileExists } from '../store/processing-columns.ts'

/** Removes objects that were stored after the file was deleted. The deletion itself removed those that existed then. */
export async function removeLeftovers(app: App, { id, video_id }: { id: number; video_id: string }): Promise<void> {
  if (await fileExists(app.db, id)) return
  await app.storage.deletePrefix(mediaPrefix(video_id))
  await app.storage.deletePrefix(speechPrefix(video_id))
}
