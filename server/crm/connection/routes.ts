import * as contract from '@kaiwa/contract/crm.ts'
import { route } from '../../platform/http/route.ts'
import { connectCrm } from './connect-crm.ts'
import { disconnectCrm } from './disconnect-crm.ts'
import { getCrmConnection } from './get-crm-connection.ts'
import { getCrmUrl } from './get-crm-url.ts'
import { openCrmCallback } from './open-crm-callback.ts'

export const connectionRoutes = [
  route(contract.getCrmConnection, getCrmConnection),
  route(contract.getCrmUrl, getCrmUrl),
  route(contract.connectCrm, connectCrm),
  route(contract.disconnectCrm, disconnectCrm),
  route(contract.openCrmCallback, openCrmCallback),
]
