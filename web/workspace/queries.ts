// Queries and mutations of the workspace. Every mutation invalidates the data it changed.
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import type { CallInput } from '../platform/call-types.ts'
import { currentTree, setUnread, treeQuery } from '../platform/tree-query.ts'
import { toast } from '../platform/toasts.ts'

export type FileListQuery = NonNullable<CallInput<'listFiles'>['query']>

/** While a file is in progress, the list is polled, in case the socket is unavailable. */
const FALLBACK_MS = 15_000

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => {
      // Without unread items, nothing can become seen.
      const unread = currentTree()?.unread_item_ids.length ? '1' : '0'
      const project = await call('getProject', { params: { id }, query: { speakers: '0', unread } }, { signal })
      if (project.unread_item_ids) setUnread(project.unread_item_ids)
      return project
    },
  })

export const filesQuery = (id: number, query: FileListQuery) =>
  queryOptions({
    queryKey: ['files', id, query],
    queryFn: ({ signal }) => call('listFiles', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => !row.is_project && row.can.cancel) ? FALLBACK_MS : false,
  })

/** All hits of a file; not requested until the user wants more than the list contains. */
export const hitsQuery = (fileId: number, query: string) =>
  infiniteQueryOptions({
    queryKey: ['hits', fileId, query],
    queryFn: ({ pageParam, signal }) =>
      call('listHits', { params: { fileId }, query: { query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
    enabled: false,
    retry: false,
    // A new search for the same words starts with the first hits again.
    gcTime: 0,
  })

export const refreshFiles = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['files'] })

/** Reloads tree, folder and table, after folders were added, removed or renamed. */
export const refreshTree = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries(treeQuery),
    client.invalidateQueries({ queryKey: ['project'] }),
    refreshFiles(client),
  ])
}

type Outcome<I> = {
  /** The success message. */
  done?: string | ((input: I) => string)
  /** The kind of action, for failures with a text specific to it. */
  on?: 'move'
  /** Mutation key, if others must know that the change is pending. */
  key?: readonly unknown[]
  refresh: (client: QueryClient) => Promise<void>
}

/** A mutation with success message. Failures are shown and rethrown. */
export const useChange = <I, O>(change: (input: I) => Promise<O>, { done, on, key, refresh }: Outcome<I>) => {
  const client = useQueryClient()
  return useMutation({
    ...(key ? { mutationKey: key } : {}),
    mutationFn: change,
    onSuccess: async (_output, input) => {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(input))
      await refresh(client)
    },
    onError: (error) => toast.error(errorText(error, on ? { on } : {})),
  })
}
