import { mediaPrefix, speechPrefix } from '../keys.ts'
import { job } from '../../platform/jobs/job.ts'

/** Removes everything that is stored of a deleted recording. Running twice removes nothing twice. */
export const removeMedia = job<{ video_id: string }>({
  name: 'workspace.remove-media',
  retries: 10,
  retryDelay: 5,
  run: async ({ video_id }, { app }) => {
    await app.storage.deletePrefix(mediaPrefix(video_id))
    await app.storage.deletePrefix(speechPrefix(video_id))
  },
})
