import { job } from '../../platform/jobs/job.ts'
import { objectOfAvatar } from '../serve-speaker-avatar.ts'

/** Deletes the file of a picture that was replaced, or whose speaker was merged. Idempotent. */
export const removeSpeakerAvatar = job<{ avatar: string }>({
  name: 'speakers.remove-avatar',
  retries: 10,
  retryDelay: 5,
  run: ({ avatar }, { app }) => app.storage.delete(objectOfAvatar(avatar)),
})
