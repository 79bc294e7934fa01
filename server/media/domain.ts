import * as contract from '@kaiwa/contract/files.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { route } from '../platform/http/route.ts'
import { exportClip } from './export-clip.ts'
import { getDownload } from './get-download.ts'
import { removeMedia } from './jobs/remove-media.ts'
import { mediaPlugin } from './serve.ts'

export const media: Domain = {
  name: 'media',
  routes: [route(contract.getDownload, getDownload), route(contract.exportClip, exportClip)],
  jobs: [removeMedia],
  subscriptions: [
    on('media.orphaned', 'remove-media', ({ data }, { db, jobs }) =>
      db.transaction().execute(async (trx) => {
        for (const video_id of data.video_ids) await jobs.send(trx, removeMedia, { video_id })
      }),
    ),
  ],
  plugins: [mediaPlugin],
}
