import { job } from '../../../platform/jobs/job.ts'
import { avatarKey } from '../avatar-path.ts'

/** Removes a picture that nobody has any more. Running twice removes nothing twice. */
export const removeAvatarFile = job<{ avatar: string }>({
  name: 'accounts.remove-avatar',
  retries: 10,
  retryDelay: 5,
  run: ({ avatar }, { app }) => app.storage.delete(avatarKey(avatar)),
})
