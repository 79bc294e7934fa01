import { publishFigures } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { selectItemOfTranscript } from '../transcripts/store/transcripts.ts'
import { routes } from './routes.ts'

export const tags: Domain = {
  name: 'tags',
  routes,
  subscriptions: [
    on('transcript.tag_updated', 'publish-figures', ({ data }, { db }) =>
      db.transaction().execute((trx) => publishFigures(trx, selectItemOfTranscript(data.transcript_id))),
    ),
  ],
}
