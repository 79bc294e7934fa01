import * as contract from '@kaiwa/contract/search.ts'
import * as everywhere from '@kaiwa/contract/search-everywhere.ts'
import { route } from '../platform/http/route.ts'
import { listHits } from './list-hits.ts'
import { searchEverywhere } from './search-everywhere.ts'

export const routes = [route(contract.listHits, listHits), route(everywhere.searchEverywhere, searchEverywhere)]
