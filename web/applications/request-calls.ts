import type { OperationInput } from '@kaiwa/contract/operation.ts'
import type { createSubscriptionRequest } from '@kaiwa/contract/applications.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { AGREED } from './use-request-specs.ts'
import type { RequestValues } from './use-request-specs.ts'

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call('listPlans', {}, { signal }),
})

type Body = OperationInput<typeof createSubscriptionRequest>['body']

/** The entries as the body of a call. The server normalises numbers and checks choices. */
function bodyOf(values: RequestValues): Body {
  return {
    ...values,
    plan_id: Number(values.plan_id),
    payment_type: values.payment_type as Body['payment_type'],
    prefecture: values.prefecture as Body['prefecture'],
    term: values.term === AGREED,
    policy: values.policy === AGREED,
  }
}

export function validateRequest(values: RequestValues) {
  return call('validateSubscriptionRequest', { body: bodyOf(values) })
}

export function createRequest(values: RequestValues, requestId: string | null) {
  const body = { ...bodyOf(values), locale: currentLanguage() }
  return call('createSubscriptionRequest', { body: requestId === null ? body : { ...body, request_id: requestId } })
}
