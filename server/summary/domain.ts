import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { summaryJob } from './jobs/write.ts'
import { routes } from './routes.ts'
import { generateAutomatically } from './generate-automatically.ts'

export const summary: Domain = {
  name: 'summary',
  routes,
  jobs: [summaryJob],
  subscriptions: [
    on('file.processed', 'start-summary', ({ data }, app) => generateAutomatically(app, data.project_file_id)),
  ],
}
