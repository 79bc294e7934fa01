import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { setUnread } from '../platform/tree-query.ts'
import { isInProgress } from '../files/file-stage.ts'
import { useChange } from '../platform/use-change.ts'
import { refreshFiles } from '../tree/queries.ts'
import { useFolderMessages } from '../tree/use-folder-messages.ts'
import { notifyDeleted } from '../tree/notify-deleted.ts'
import { readTranscript, type ReadTranscript } from './read-transcript.ts'

/** A file with the fields that only its page needs, such as members and the media URL. */
export type FileDetail = CallResult<'getFile'>

/** Milliseconds between requests for a file in processing, in case messages are lost. */
const POLL_INTERVAL_MS = 10_000

export function fileQuery(projectId: number, fileId: number) {
  return queryOptions({
    queryKey: ['file', fileId],
    queryFn: async ({ signal }) => {
      const file = await call('getFile', { params: { projectId, id: fileId } }, { signal })
      setUnread(file.unread_item_ids)
      return file
    },
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? POLL_INTERVAL_MS : false),
  })
}

export function transcriptQuery(fileId: number) {
  return queryOptions({
    queryKey: ['transcript', fileId],
    queryFn: ({ signal, client, queryKey }) =>
      readTranscript(fileId, {
        known: client.getQueryData<ReadTranscript>(queryKey),
        signal,
        // The query is still fetching; its result replaces the first part.
        onFirst: (first) => client.setQueryData(queryKey, first),
      }),
    // Changes arrive as messages; the transcript is large and is not refetched speculatively. A page that is opened again
    // reads one of which not all parts had arrived, and text of a running analysis.
    staleTime: ({ state }) => (state.data?.isPartial || state.data?.transcript.status !== 'completed' ? 0 : Infinity),
    // A deep comparison of a large transcript costs more than rendering it again.
    structuralSharing: false,
  })
}

export function useFile(projectId: number, fileId: number) {
  return useQuery(fileQuery(projectId, fileId))
}

/**
 * The transcript, requested when the file has one. Text of a running analysis is read again when the file has more of it or is
 * processed, also if the message about it came before the page listened.
 */
export function useTranscript(fileId: number, file: Pick<FileDetail, 'status' | 'transcript'> | undefined) {
  const client = useQueryClient()
  const count = file?.transcript.block_count ?? 0
  const isProcessed = file?.status === 'processed'
  const query = useQuery({ ...transcriptQuery(fileId), enabled: count > 0 })
  const isProvisional = query.data !== undefined && query.data.transcript.status !== 'completed'
  const lastCount = useRef(count)
  useEffect(() => {
    const hasGrown = count !== lastCount.current
    lastCount.current = count
    if (isProvisional && (isProcessed || hasGrown)) void refreshQueries(client, ['transcript', fileId])
  }, [client, fileId, isProvisional, isProcessed, count])
  return query
}

/** Refetches the file and the lists that contain it. */
async function refreshFile(client: QueryClient, fileId: number): Promise<void> {
  await Promise.all([refreshQueries(client, ['file', fileId]), refreshFiles(client)])
}

function reload(client: QueryClient, fileId: number) {
  return Promise.all([refreshQueries(client, ['file', fileId]), refreshQueries(client, ['transcript', fileId])])
}

/** Updates the page of a file that is being processed, or that others change or delete. */
export function useFileEvents(projectId: number, fileId: number, onDeleted: () => void): void {
  const client = useQueryClient()
  const mine = (handle: () => unknown) => (event: { project_file_id: number }) => {
    if (event.project_file_id === fileId) handle()
  }
  const reloadAll = mine(() => reload(client, fileId))
  // A processed transcript is updated by messages for each save, so it is not read again for a new title or connection.
  const refresh = () => {
    const { queryKey } = fileQuery(projectId, fileId)
    const isFollowed = client.getQueryData(queryKey)?.status === 'processed'
    void (isFollowed ? refreshQueries(client, queryKey) : reload(client, fileId))
  }
  useFolderMessages(projectId, {
    'estimation-updated': ({ project_file_id: id, block_count, ...measured }) => {
      if (id !== fileId) return
      const { queryKey } = fileQuery(projectId, fileId)
      const known = client.getQueryData(queryKey)
      client.setQueryData(
        queryKey,
        (file) =>
          file && {
            ...file,
            ...measured,
            transcript: { ...file.transcript, block_count },
          },
      )
      if (block_count !== known?.transcript.block_count) void reload(client, fileId)
    },
    'file-processed': reloadAll,
    'process-failed': reloadAll,
    'file-updated': mine(refresh),
    'files-deleted': ({ project_file_ids }) => {
      if (project_file_ids.includes(fileId)) onDeleted()
    },
    // The file may be older than the subscription.
    onSubscribed: () => void refreshQueries(client, fileQuery(projectId, fileId).queryKey),
    onResubscribed: refresh,
  })
}

export function useRenameFile(projectId: number, fileId: number, done: string) {
  return useChange((title: string) => call('renameFile', { params: { projectId, id: fileId }, body: { title } }), {
    done,
    refresh: (client) => refreshFile(client, fileId),
  })
}

export function useDeleteFile(projectId: number, fileId: number, done: string) {
  return useChange(
    async () => {
      const { trashed_item_ids: itemIds } = await call('deleteFile', { params: { projectId, id: fileId } })
      notifyDeleted(done, itemIds)
    },
    { refresh: refreshFiles },
  )
}

/** Restarts the analysis at the last completed stage. */
export function useRetryFile(fileId: number) {
  return useChange(() => call('retryFile', { params: { fileId } }), {
    refresh: (client) => refreshFile(client, fileId),
  })
}

/** Returns a function that fetches a media URL with a new grant. */
export function useRenewedUrl(projectId: number, fileId: number): () => Promise<string> {
  const client = useQueryClient()
  return async () => (await client.fetchQuery({ ...fileQuery(projectId, fileId), staleTime: 0 })).url
}
