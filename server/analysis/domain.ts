import * as contract from '@kaiwa/contract/analysis.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { changeSentiment } from './change-sentiment.ts'
import { listKeywords } from './list-keywords.ts'

export const analysis: Domain = {
  name: 'analysis',
  routes: [route(contract.changeSentiment, changeSentiment), route(contract.listKeywords, listKeywords)],
}
