// The folder tree of the signed-in user. Private pages wait for it together with the session.
import type { Tree } from '@kaiwa/contract/items.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const treeQuery = queryOptions({
  queryKey: ['tree'],
  queryFn: ({ signal }) => call('getTree', {}, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/**
 * The tree of a private page, provided by the gate that decides whether the page is shown. The end of a session removes
 * the tree from the query cache; a part of the page that renders before the gate does keeps the tree shown last.
 */
export const ShownTree = createContext<Tree | null>(null)

/** For private pages, which are shown when the tree is loaded. */
export function useTree(): Tree {
  const tree = useContext(ShownTree)
  if (!tree) throw new Error('useTree outside of a private page')
  return tree
}

export function currentTree(): Tree | null {
  return queryClient.getQueryData(treeQuery.queryKey) ?? null
}

/** Updates the unread items from a response. */
export function setUnread(ids: readonly number[]): void {
  queryClient.setQueryData(treeQuery.queryKey, (tree) => tree && { ...tree, unread_item_ids: [...ids] })
}
