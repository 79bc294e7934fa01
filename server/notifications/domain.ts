import type { Domain } from '../platform/domain.ts'
import { pruneNotifications } from './jobs/prune-notifications.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const notifications: Domain = {
  name: 'notifications',
  routes,
  reactions,
  jobs: [pruneNotifications],
  schedules: [{ job: pruneNotifications, cron: '41 4 * * *' }],
}
