import { publishFiguresOfFile } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import '../tree/publish-items.ts'
import './changes/announce-changes.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { expireLock } from './lock/expire-lock.ts'
import { releaseDeletedLocks, releaseLostLocks } from './lock/release-lost-locks.ts'
import { routes } from './routes.ts'

export const transcripts: Domain = {
  name: 'transcripts',
  routes,
  jobs: [reanalyse, expireLock],
  reactions: [
    on('transcript.changed', ({ data }, { db }) => publishFiguresOfFile(db, data.project_file_id)),
    on('block.speaker_changed', ({ data }, { db }) => publishFiguresOfFile(db, data.project_file_id)),
    on('access.changed', ({ data }, app) => releaseLostLocks(app, data.user_ids)),
    on('files.deleted', ({ data }, app) => releaseDeletedLocks(app, data.project_file_ids)),
  ],
}
