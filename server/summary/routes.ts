import * as contract from '@kaiwa/contract/summaries.ts'
import { route } from '../platform/http/route.ts'
import { cancelSummary } from './cancel-summary.ts'
import { changeSummarySetting } from './change-summary-setting.ts'
import { editSummary } from './edit-summary.ts'
import { generateSummary } from './generate-summary.ts'
import { getSummary } from './get-summary.ts'
import { getSummarySetting } from './get-summary-setting.ts'
import { mayEditSummary } from './open-for-summary.ts'

export const routes = [
  route(contract.getSummary, getSummary),
  route(contract.generateSummary, generateSummary, mayEditSummary),
  route(contract.cancelSummary, cancelSummary, mayEditSummary),
  route(contract.editSummary, editSummary, mayEditSummary),
  route(contract.getSummarySetting, getSummarySetting),
  route(contract.changeSummarySetting, changeSummarySetting),
]
