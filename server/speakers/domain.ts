import { sql } from 'kysely'
import { publishFigures } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { routes } from './routes.ts'
import { avatarPlugin } from './serve-avatar.ts'

export const speakers: Domain = {
  name: 'speakers',
  routes,
  plugins: [avatarPlugin],
  subscriptions: [
    on('speakers.changed', 'publish-figures', ({ data }, { db }) =>
      db.transaction().execute((trx) =>
        publishFigures(
          trx,
          sql`
            select projects.item_id from project_speakers member join projects on projects.id = member.project_id
            where member.speaker_id = any(${[...data.speaker_ids]}::integer[])`,
        ),
      ),
    ),
  ],
}
