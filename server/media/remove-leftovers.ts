import type { App } from '../platform/app.ts'
import { mediaPrefix, speechPrefix } from './keys.ts'

/** Whoever deleted the file meanwhile removed what was stored of it then; what came after goes here. */
export const removeLeftovers = async (app: App, { id, video_id }: { id: number; video_id: string }): Promise<void> => {
  const there = await app.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  if (there) return
  await app.storage.deletePrefix(mediaPrefix(video_id))
  await app.storage.deletePrefix(speechPrefix(video_id))
}
