import type { Domain } from '../platform/domain.ts'
import './actor.ts'
import { authenticate } from './authenticate.ts'
import { pruneSessions } from './jobs/prune-sessions.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { routes } from './routes.ts'

export const accounts: Domain = {
  name: 'accounts',
  routes,
  authenticate,
  jobs: [pruneSessions, sendMagicLink],
  schedules: [{ job: pruneSessions, cron: '23 4 * * *' }],
}
