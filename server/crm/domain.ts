import type { Domain } from '../platform/domain.ts'
<<<<<<< HEAD
import { pruneConnections } from './connection/jobs/prune.ts'
import { connectionRoutes } from './connection/routes.ts'
=======
import { routes as connectionRoutes } from './connection/routes.ts'
>>>>>>> w-crm-c
import { settleLostWrites } from './deals/jobs/settle.ts'
import { dealRoutes } from './deals/routes.ts'
import { generationJob } from './generate/jobs/generate.ts'
import { removeOldGenerations } from './generate/jobs/remove-old.ts'
import { generateRoutes } from './generate/routes.ts'
<<<<<<< HEAD
import { crmStandInPlugin } from './stand-in/plugin.ts'
=======
>>>>>>> w-crm-c

export const crm: Domain = {
  name: 'crm',
  routes: [...connectionRoutes, ...dealRoutes, ...generateRoutes],
<<<<<<< HEAD
  jobs: [pruneConnections, settleLostWrites, generationJob, removeOldGenerations],
  schedules: [
    { job: settleLostWrites, cron: '* * * * *' },
    { job: pruneConnections, cron: '25 3 * * *' },
    { job: removeOldGenerations, cron: '35 3 * * *' },
  ],
  plugins: [crmStandInPlugin],
=======
  jobs: [settleLostWrites, generationJob, removeOldGenerations],
  schedules: [
    { job: settleLostWrites, cron: '* * * * *' },
    { job: removeOldGenerations, cron: '41 3 * * *' },
  ],
>>>>>>> w-crm-c
}
