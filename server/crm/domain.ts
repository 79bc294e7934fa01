import type { Domain } from '../platform/domain.ts'
import { pruneConnections } from './connection/jobs/prune.ts'
import { connectionRoutes } from './connection/routes.ts'
import { readNewMaster } from './deals/jobs/read-new-master.ts'
import { settleLostWrites } from './deals/jobs/settle.ts'
import { dealRoutes } from './deals/routes.ts'
import { generationJob } from './generate/jobs/generate.ts'
import { removeOldGenerations } from './generate/jobs/remove-old.ts'
import { generateRoutes } from './generate/routes.ts'
import { crmStandInPlugin } from './stand-in/plugin.ts'

export const crm: Domain = {
  name: 'crm',
  routes: [...connectionRoutes, ...dealRoutes, ...generateRoutes],
  jobs: [pruneConnections, readNewMaster, settleLostWrites, generationJob, removeOldGenerations],
  schedules: [
    { job: settleLostWrites, cron: '* * * * *' },
    { job: pruneConnections, cron: '25 3 * * *' },
    { job: removeOldGenerations, cron: '41 3 * * *' },
  ],
  plugins: [crmStandInPlugin],
}
