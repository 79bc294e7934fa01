import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

/** All keys start with `payment`, so that a purchase or a cancellation invalidates them together. */
export const PAYMENT_KEY = ['payment'] as const

export const currentPaymentQuery = queryOptions({
  queryKey: [...PAYMENT_KEY, 'current'],
  queryFn: ({ signal }) => call('getCurrentPayment', {}, { signal }),
})

export const pointUsageQuery = queryOptions({
  queryKey: [...PAYMENT_KEY, 'points'],
  queryFn: ({ signal }) => call('getPointUsage', {}, { signal }),
})

export function historiesQuery(page: number) {
  return queryOptions({
    queryKey: [...PAYMENT_KEY, 'histories', page],
    queryFn: ({ signal }) => call('listPaymentHistories', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
