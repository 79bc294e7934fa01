import * as contract from '@kaiwa/contract/files.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import { route } from '../platform/http/route.ts'
import { getDownload } from './get-download.ts'
import { prepareMedia } from './jobs/prepare-media.ts'
import { preparePlayback } from './jobs/prepare-playback.ts'
import { reconcileFiles } from './jobs/reconcile-files.ts'
import { removeMedia } from './jobs/remove-media.ts'
import { redoFile, retryFile } from './retry-file.ts'
import { mediaPlugin } from './serve.ts'
import { mayRetry } from './may-retry.ts'

export const media: Domain = {
  name: 'media',
  routes: [
    route(contract.getDownload, getDownload),
    route(contract.retryFile, retryFile, mayRetry),
    route(contract.redoFile, redoFile),
  ],
  jobs: [prepareMedia, preparePlayback, reconcileFiles, removeMedia],
  reactions: [
    on('media.orphaned', ({ data }, { db, jobs }) =>
      db.transaction().execute(async (trx) => {
        for (const video_id of data.video_ids) await jobs.send(trx, removeMedia, { video_id })
      }),
    ),
  ],
  schedules: [{ job: reconcileFiles, cron: '* * * * *' }],
  plugins: [mediaPlugin],
}
