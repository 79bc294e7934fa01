import type { Domain } from '../platform/domain.ts'
import { removeExpired } from './jobs/remove-expired.ts'
import { routes } from './routes.ts'

export const trash: Domain = {
  name: 'trash',
  routes,
  jobs: [removeExpired],
  schedules: [{ job: removeExpired, cron: '23 * * * *' }],
}
