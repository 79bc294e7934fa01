import * as contract from '@kaiwa/contract/crm-deals.ts'
import { route } from '../../platform/http/route.ts'
import { mayEditSomeFile } from '../open-file.ts'
import { cancelCrmGeneration } from './cancel-crm-generation.ts'
import { generateCrmDeal } from './generate-crm-deal.ts'
import { getCrmGeneration } from './get-crm-generation.ts'

export const generateRoutes = [
  route(contract.generateCrmDeal, generateCrmDeal, mayEditSomeFile),
  route(contract.getCrmGeneration, getCrmGeneration),
  route(contract.cancelCrmGeneration, cancelCrmGeneration),
]
