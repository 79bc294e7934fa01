import * as contract from '@kaiwa/contract/search.ts'
import { route } from '../platform/http/route.ts'
import { listHits } from './list-hits.ts'

export const routes = [route(contract.listHits, listHits)]
