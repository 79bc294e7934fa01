import type { Domain } from '../platform/domain.ts'
import './announce.ts'
import { channels } from './channels.ts'
import { removeExpired } from './jobs/remove-expired.ts'
import { removeMedia } from './jobs/remove-media.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const workspace: Domain = {
  name: 'workspace',
  routes,
  jobs: [removeMedia, removeExpired],
  reactions,
  channels,
  schedules: [{ job: removeExpired, cron: '23 * * * *' }],
}
