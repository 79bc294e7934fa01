import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import '../tree/publish-items.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { expireLock } from './lock/expire-lock.ts'
import { releaseDeletedLocks, releaseLostLocks } from './lock/release-lost-locks.ts'
import { routes } from './routes.ts'

export const transcripts: Domain = {
  name: 'transcripts',
  routes,
  jobs: [reanalyse, expireLock],
  reactions: [
    on('access.changed', ({ data }, app) => releaseLostLocks(app, data.user_ids)),
    on('files.deleted', ({ data }, app) => releaseDeletedLocks(app, data.project_file_ids)),
  ],
}
