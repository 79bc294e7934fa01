// Tags and categories belong to the workspace, so all files share one list. Messages announce changes.
import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'

export const tagsQuery = queryOptions({
  queryKey: ['tags', 'all'],
  queryFn: ({ signal }) => call('listTags', {}, { signal }),
})

const categoriesQuery = queryOptions({
  queryKey: ['tags', 'categories'],
  queryFn: ({ signal }) => call('listTagCategories', {}, { signal }),
})

/** Number of uses of each tag in a folder. */
export function folderUsagesQuery({ projectId, scope }: ScopedFolder) {
  return queryOptions({
    queryKey: ['tags', 'usages', projectId, scope],
    queryFn: ({ signal }) => call('listTagUsages', { params: { projectId }, query: { scope } }, { signal }),
  })
}

/** The passages of a tag in a folder, by page. */
export function folderPassagesQuery({ projectId, scope }: ScopedFolder, tagId: number) {
  return infiniteQueryOptions({
    queryKey: ['tags', 'passages', projectId, scope, tagId],
    queryFn: ({ pageParam, signal }) =>
      call('listTagPassages', { params: { projectId, tagId }, query: { scope, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
  })
}

/** Invalidates the figures of a folder, but not the tags themselves. */
export async function refreshFolderFigures(client: QueryClient): Promise<void> {
  await Promise.all(['usages', 'passages'].map((what) => client.invalidateQueries({ queryKey: ['tags', what] })))
}

export function useTags() {
  return useQuery(tagsQuery)
}

export function useTagCategories() {
  return useQuery(categoriesQuery)
}

export function refreshTags(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['tags'] })
}

/** Mutation key of a move. */
export const MOVES = ['move-tag']

/**
 * Reloads the lists when other users change tags (RT-08). Messages go to users with the file open and to all members of
 * the workspace. Null: no file is open.
 */
export function useTagEvents(fileId: number | null): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  // While a move is running, a reload would revert later moves for a moment.
  const refresh = (): void => {
    if (client.isMutating({ mutationKey: MOVES }) === 0) void refreshQueries(client, ['tags'])
  }
  const handlers = {
    'project-category-tag-updated': refresh,
    // The lists may be older than the subscription.
    onSubscribed: refresh,
    onResubscribed: refresh,
  }
  useChannel(fileId === null ? null : fileChannel(fileId), handlers)
  useChannel(userChannel(user.id), handlers)
}
