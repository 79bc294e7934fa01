import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { call } from '../platform/call.ts'
import type { CallInput } from '../platform/call-types.ts'
import { refreshFiles, refreshTree } from '../tree/queries.ts'
import { useFolderMessages } from '../tree/use-folder-messages.ts'

export type FileListQuery = NonNullable<CallInput<'listFiles'>['query']>

/** While a file is in progress, the list is polled, in case the socket is unavailable. */
const POLL_INTERVAL_MS = 15_000

export function filesQuery(id: number, query: FileListQuery) {
  return queryOptions({
    queryKey: ['files', id, query],
    queryFn: ({ signal }) => call('listFiles', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => !row.is_project && (row.can.cancel || row.upload !== null))
        ? POLL_INTERVAL_MS
        : false,
  })
}

/** All hits of a file; not requested until the user wants more than the list contains. */
export function hitsQuery(fileId: number, query: string) {
  return infiniteQueryOptions({
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
}

interface Page {
  data: FileTableRow[]
}

/** Keeps a folder's table up to date: new estimates are written to the cache, other changes reload it. */
export function useFolderChannel(projectId: number): void {
  const client = useQueryClient()
  const refresh = (): void => void refreshFiles(client)
  const changeRows = (change: (rows: FileTableRow[]) => FileTableRow[]): void => {
    client.setQueriesData<Page>({ queryKey: ['files', projectId] }, (page) =>
      page ? { ...page, data: change(page.data) } : page,
    )
  }
  useFolderMessages(projectId, {
    'estimation-updated': ({ project_file_id: id, block_count, ...measured }) => {
      let opens = true
      changeRows((rows) =>
        rows.map((row) => {
          if (row.is_project || row.id !== id) return row
          opens = row.can.open
          return { ...row, ...measured, transcript: { ...row.transcript, block_count } }
        }),
      )
      // The file may now be readable: its recording can be played or its first words exist.
      if (!opens) refresh()
    },
    'files-deleted': ({ project_file_ids: ids }) => {
      changeRows((rows) => rows.filter((row) => row.is_project || !ids.includes(row.id)))
      refresh()
    },
    'file-processed': refresh,
    'process-failed': refresh,
    'file-updated': refresh,
    'crm-deal-changed': refresh,
    'items-changed': () => void refreshTree(client),
    // The list may be older than the subscription.
    onSubscribed: refresh,
    onResubscribed: refresh,
  })
}
