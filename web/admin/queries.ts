import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput, CallResult } from '../platform/call-types.ts'

export type ListName =
  | 'listUsers'
  | 'listSubscriptionRequests'
  | 'listSubscriptions'
  | 'listInvoices'
  | 'listPurchaseHistories'
  | 'listOperatorActions'
export type Row<N extends ListName> = CallResult<N>['data'][number]
export type ListQuery<N extends ListName> = NonNullable<CallInput<N>['query']>

/** The keys start with `admin`: every change by an operator requests all of them again. */
export function listQuery<N extends ListName>(name: N, query: ListQuery<N>) {
  return queryOptions({
    queryKey: ['admin', name, query],
    queryFn: ({ signal }) => {
      // The name is generic here, so the input that belongs to it is not known to be `{ query }`.
      const ask = call as (name: N, input: object, options: { signal: AbortSignal }) => Promise<CallResult<N>>
      return ask(name, { query }, { signal })
    },
    placeholderData: keepPreviousData,
  })
}

export const operatorQuery = queryOptions({
  queryKey: ['admin', 'operator'],
  queryFn: ({ signal }) => call('getOperator', {}, { signal }),
  retry: false,
})

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: ({ signal }) => call('getDashboard', {}, { signal }),
  refetchInterval: 60_000,
})

/** The plans that are sold this month, or next month. */
export function plansQuery(isThisCycle: boolean) {
  return queryOptions({
    queryKey: ['admin', 'plans', isThisCycle],
    queryFn: ({ signal }) =>
      call('listAdminPlans', { query: { from_this_cycle: isThisCycle ? '1' : '0' } }, { signal }),
  })
}

export function invoiceDetailQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['admin', 'invoice', invoiceId],
    queryFn: ({ signal }) => call('getInvoiceDetail', { params: { invoiceId } }, { signal }),
  })
}

export function userDetailQuery(userId: number) {
  return queryOptions({
    queryKey: ['admin', 'user', userId],
    queryFn: ({ signal }) => call('getUserDetail', { params: { userId } }, { signal }),
  })
}
