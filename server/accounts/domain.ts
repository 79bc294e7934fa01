import type { Domain } from '../platform/domain.ts'
import './actor.ts'
import { actorOfSession, authenticate } from './sessions/authenticate.ts'
import { pruneSessions } from './sessions/jobs/prune-sessions.ts'
import { removeAvatarFile } from './profile/jobs/remove-avatar.ts'
import { resendVerificationMail } from './registration/jobs/resend-verification-mail.ts'
import { sendMagicLink } from './registration/jobs/send-magic-link.ts'
import { routes } from './routes.ts'
import { findLiveSessions } from './store/actors.ts'
import { avatarPlugin } from './profile/serve-user-avatar.ts'

export const accounts: Domain = {
  name: 'accounts',
  routes,
  authenticate,
  sessions: { idOf: ({ sessionId }) => sessionId, reload: actorOfSession, findLive: findLiveSessions },
  jobs: [pruneSessions, removeAvatarFile, sendMagicLink, resendVerificationMail],
  plugins: [avatarPlugin],
  schedules: [{ job: pruneSessions, cron: '*/10 * * * *' }],
}
