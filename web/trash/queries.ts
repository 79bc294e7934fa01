import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

export const trashQuery = (page: number) =>
  queryOptions({
    queryKey: ['trash', page],
    queryFn: ({ signal }) => call('listTrash', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
