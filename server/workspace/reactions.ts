import { on } from '../platform/events/event.ts'
import { removeMedia } from './jobs/remove-media.ts'

export const reactions = [
  on('media.orphaned', (event, app) =>
    app.db.transaction().execute(async (trx) => {
      for (const video_id of event.data.video_ids) await app.jobs.send(trx, removeMedia, { video_id })
    }),
  ),
]
