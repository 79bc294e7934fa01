import { publishFiguresOfFile } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { fileFirstView } from './first-view.ts'
import { reanalyse } from './jobs/reanalyse.ts'
import { expireLock, publishLongDraft } from './lock/expire-lock.ts'
import { deleteLostDrafts, releaseDeletedLocks, releaseLostLocks } from './lock/release-lost-locks.ts'
import { routes } from './routes.ts'

export const transcripts: Domain = {
  name: 'transcripts',
  routes,
  firstViews: [fileFirstView],
  jobs: [reanalyse, expireLock, publishLongDraft],
  subscriptions: [
    on('transcript.changed', 'publish-figures', ({ data }, { db }) => publishFiguresOfFile(db, data.project_file_id)),
    on('block.speaker_changed', 'publish-figures', ({ data }, { db }) =>
      publishFiguresOfFile(db, data.project_file_id),
    ),
    on('access.changed', 'release-lost-locks', ({ data }, app) => releaseLostLocks(app, data.user_ids)),
    on('access.changed', 'delete-lost-drafts', ({ data }, app) => deleteLostDrafts(app, data.user_ids)),
    on('files.deleted', 'release-deleted-locks', ({ data }, app) => releaseDeletedLocks(app, data.project_file_ids)),
  ],
}
