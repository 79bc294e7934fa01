import type { App } from '../platform/app.ts'
import { mediaPrefix, speechPrefix } from './keys.ts'

/** Removes objects that were stored after the file was deleted. The deletion itself removed those that existed then. */
export const removeLeftovers = async (app: App, { id, video_id }: { id: number; video_id: string }): Promise<void> => {
  const there = await app.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  if (there) return
  await app.storage.deletePrefix(mediaPrefix(video_id))
  await app.storage.deletePrefix(speechPrefix(video_id))
}
