import * as contract from '@kaiwa/contract/console.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { startModelDownloads } from '../processing/engines/download-models.ts'
import { getClientConfig } from './get-client-config.ts'
import { getInstallation } from './get-installation.ts'
import { operatorRoutes } from './operator-routes.ts'
import { startReporting } from './report-worker.ts'

export const console: Domain = {
  name: 'console',
  routes: [
    route(contract.getInstallation, getInstallation),
    route(contract.getClientConfig, getClientConfig),
    ...operatorRoutes,
  ],
  start: async (app, signal) => {
    if (!app.config.roles.includes('worker')) return
    startModelDownloads(app, signal)
    startReporting(app, signal)
  },
}
