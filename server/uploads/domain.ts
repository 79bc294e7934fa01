import type { Domain } from '../platform/domain.ts'
import { sweepUploads } from './jobs/sweep-uploads.ts'
import { routes } from './routes.ts'
import { tusPlugin } from './tus-plugin.ts'

export const uploads: Domain = {
  name: 'uploads',
  routes,
  jobs: [sweepUploads],
  schedules: [{ job: sweepUploads, cron: '* * * * *' }],
  plugins: [tusPlugin],
}
