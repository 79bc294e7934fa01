import { sql } from 'kysely'
import { publishFigures } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import './commit-tags.ts'
import { routes } from './routes.ts'

export const tags: Domain = {
  name: 'tags',
  routes,
  reactions: [
    on('transcript.tag_updated', ({ data }, { db }) =>
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
