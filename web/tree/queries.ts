import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { currentTree, setUnread, treeQuery } from '../platform/tree-query.ts'

export function projectQuery(id: number) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => {
      // Without unread items, nothing can become seen.
      const unread = currentTree()?.unread_item_ids.length ? '1' : '0'
      const project = await call('getProject', { params: { id }, query: { speakers: '0', unread } }, { signal })
      if (project.unread_item_ids) setUnread(project.unread_item_ids)
      return project
    },
  })
}

/** Reloads all lists of files, the home included. */
export async function refreshFiles(client: QueryClient): Promise<void> {
  await Promise.all([refreshQueries(client, ['files']), refreshQueries(client, ['home'])])
}

/** Reloads tree, folder and table, after folders were added, removed or renamed. */
export async function refreshTree(client: QueryClient, refresh = refreshQueries): Promise<void> {
  await Promise.all([treeQuery.queryKey, ['project'], ['files'], ['home']].map((queryKey) => refresh(client, queryKey)))
}

/** Reloads after items were trashed, restored or deleted permanently; storage usage changes too. */
export async function refreshTrash(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['trash'] }),
    client.invalidateQueries({ queryKey: ['usage'] }),
  ])
}

export async function refreshRestored(client: QueryClient): Promise<void> {
  await Promise.all([refreshTree(client), refreshTrash(client), client.invalidateQueries({ queryKey: ['file'] })])
}
