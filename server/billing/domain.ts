import * as contract from '@kaiwa/contract/billing.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { getQuotas } from './get-quotas.ts'
import { getUsage } from './get-usage.ts'

export const billing: Domain = {
  name: 'billing',
  routes: [route(contract.getUsage, getUsage), route(contract.getQuotas, getQuotas)],
}
