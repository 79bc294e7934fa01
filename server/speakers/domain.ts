import { publishFigures } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { removeSpeakerAvatar } from './jobs/remove-avatar.ts'
import { routes } from './routes.ts'
import { avatarPlugin } from './serve-speaker-avatar.ts'
import { selectFolderItemsOfSpeakers } from './store/project-speakers.ts'

export const speakers: Domain = {
  name: 'speakers',
  routes,
  plugins: [avatarPlugin],
  jobs: [removeSpeakerAvatar],
  subscriptions: [
    on('speakers.changed', 'publish-figures', ({ data }, { db }) =>
      db.transaction().execute((trx) => publishFigures(trx, selectFolderItemsOfSpeakers(data.speaker_ids))),
    ),
  ],
}
