import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { CallResult } from '../../platform/call-types.ts'

export type Revision = CallResult<'getTranscriptRevision'>

/** Saves of a transcript or of one block, newest first. `revision`, the current one, is part of the key to refetch. */
export function historyQuery(id: number, blockUuid: string | null, revision: number) {
  return infiniteQueryOptions({
    queryKey: ['transcript-history', id, blockUuid, revision],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listTranscriptHistory',
        { params: { id }, query: { page: pageParam, ...(blockUuid === null ? {} : { block_uuid: blockUuid }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : undefined),
  })
}

/** Changes of one save. They are immutable. */
export function revisionQuery(id: number, revision: number, blockUuid: string | null) {
  return queryOptions({
    queryKey: ['transcript-revision', id, revision, blockUuid],
    queryFn: ({ signal }) =>
      call(
        'getTranscriptRevision',
        { params: { id, revision }, query: blockUuid === null ? {} : { block_uuid: blockUuid } },
        { signal },
      ),
    staleTime: Infinity,
  })
}
