import * as deals from '@kaiwa/contract/crm-deals.ts'
import * as portal from '@kaiwa/contract/crm.ts'
import { route } from '../../platform/http/route.ts'
import { mayEditSomeFile } from '../open-file.ts'
import { getCrmDeal } from './get-crm-deal.ts'
import { getCrmFileDeal } from './get-crm-file-deal.ts'
import { getCrmMaster } from './get-crm-master.ts'
import { listCrmDeals } from './list-crm-deals.ts'
import { listCrmWrites } from './list-crm-writes.ts'
import { removeCrmFileDeal } from './remove-crm-file-deal.ts'
import { updateCrmDeal } from './update-crm-deal.ts'

export const dealRoutes = [
  route(portal.getCrmMaster, getCrmMaster),
  route(portal.listCrmDeals, listCrmDeals),
  route(deals.getCrmFileDeal, getCrmFileDeal),
  route(deals.removeCrmFileDeal, removeCrmFileDeal),
  route(deals.getCrmDeal, getCrmDeal),
  route(deals.updateCrmDeal, updateCrmDeal, mayEditSomeFile),
  route(deals.listCrmWrites, listCrmWrites),
]
