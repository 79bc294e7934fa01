import { job } from '../../../platform/jobs/job.ts'
import { avatarKey } from '../avatar-path.ts'

/** Deletes the file of a replaced photo. Idempotent. */
export const removeAvatarFile = job<{ avatar: string }>({
  name: 'accounts.remove-avatar',
  retries: 10,
  retryDelay: 5,
  run: ({ avatar }, { app }) => app.storage.delete(avatarKey(avatar)),
})
