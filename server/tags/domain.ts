import { sql } from 'kysely'
import { publishFigures } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { routes } from './routes.ts'

export const tags: Domain = {
  name: 'tags',
  routes,
  subscriptions: [
    on('transcript.tag_updated', 'publish-figures', ({ data }, { db }) =>
      db.transaction().execute((trx) =>
        publishFigures(
          trx,
          sql`
            select files.item_id from transcripts join files on files.id = transcripts.file_id
            where transcripts.id = ${data.transcript_id}`,
        ),
      ),
    ),
  ],
}
