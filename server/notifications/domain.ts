import type { Domain } from '../platform/domain.ts'
import { pruneNotifications } from './jobs/prune-notifications.ts'
import { routes } from './routes.ts'
import { subscriptions } from './subscriptions.ts'

export const notifications: Domain = {
  name: 'notifications',
  routes,
  subscriptions,
  jobs: [pruneNotifications],
  schedules: [{ job: pruneNotifications, cron: '41 4 * * *' }],
}
