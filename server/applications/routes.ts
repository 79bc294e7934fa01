import * as contract from '@kaiwa/contract/applications.ts'
import { route } from '../platform/http/route.ts'
import { createSubscriptionRequest } from './create-subscription-request.ts'
import { validateSubscriptionRequest } from './validate-subscription-request.ts'

export const routes = [
  route(contract.validateSubscriptionRequest, validateSubscriptionRequest),
  route(contract.createSubscriptionRequest, createSubscriptionRequest),
]
