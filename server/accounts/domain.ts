import type { Domain } from '../platform/domain.ts'
import './actor.ts'
import { authenticate } from './authenticate.ts'
import { pruneSessions } from './jobs/prune-sessions.ts'
import { removeAvatarFile } from './jobs/remove-avatar.ts'
import { sendVerificationAgain } from './jobs/resend-verification.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { routes } from './routes.ts'
import { avatarPlugin } from './serve-avatar.ts'

export const accounts: Domain = {
  name: 'accounts',
  routes,
  authenticate,
  jobs: [pruneSessions, removeAvatarFile, sendMagicLink, sendVerificationAgain],
  plugins: [avatarPlugin],
  schedules: [{ job: pruneSessions, cron: '23 4 * * *' }],
}
