// The folder tree of the signed-in user. Private pages wait for it together with the session.
import type { Tree } from '@kaiwa/contract/items.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const treeQuery = queryOptions({
  queryKey: ['tree'],
  queryFn: ({ signal }) => call('getTree', {}, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** For private pages, which are shown when the tree is loaded. */
export function useTree(): Tree {
  const { data } = useQuery(treeQuery)
  if (!data) throw new Error('useTree outside of a private page')
  return data
}

export function currentTree(): Tree | null {
  return queryClient.getQueryData(treeQuery.queryKey) ?? null
}

/** Updates the unread items from a response. */
export function setUnread(ids: readonly number[]): void {
  queryClient.setQueryData(treeQuery.queryKey, (tree) => tree && { ...tree, unread_item_ids: [...ids] })
}
