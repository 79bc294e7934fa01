import type { Domain } from '../platform/domain.ts'
import { routes as connectionRoutes } from './connection/routes.ts'
import { settleLostWrites } from './deals/jobs/settle.ts'
import { dealRoutes } from './deals/routes.ts'
import { generationJob } from './generate/jobs/generate.ts'
import { removeOldGenerations } from './generate/jobs/remove-old.ts'
import { generateRoutes } from './generate/routes.ts'

export const crm: Domain = {
  name: 'crm',
  routes: [...connectionRoutes, ...dealRoutes, ...generateRoutes],
  jobs: [settleLostWrites, generationJob, removeOldGenerations],
  schedules: [
    { job: settleLostWrites, cron: '* * * * *' },
    { job: removeOldGenerations, cron: '41 3 * * *' },
  ],
}
