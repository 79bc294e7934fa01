import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import '../sharing/announce-rights.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { expireLock } from './lock/expire-lock.ts'
import { releaseLostLocks } from './lock/release-lost-locks.ts'
import { routes } from './routes.ts'

export const transcripts: Domain = {
  name: 'transcripts',
  routes,
  jobs: [reanalyse, expireLock],
  reactions: [on('rights.changed', (event, app) => releaseLostLocks(app, event.data.user_id))],
}
