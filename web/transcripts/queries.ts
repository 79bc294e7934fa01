import type { TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/operations.ts'
import { noteUnread } from '../platform/tree-query.ts'
import { isInProgress } from '../workspace/file-state.ts'
import { refreshFiles, useChange } from '../workspace/queries.ts'
import { useFolderMessages } from '../workspace/use-folder-messages.ts'
import { tellDeleted } from '../workspace/trash/tell-deleted.ts'
import { readTranscript } from './read-transcript.ts'

/** A file with what only its page needs: members and the media address. */
export type FileDetail = CallResult<'getFile'>

/** How often a file that is still processing is asked for when no message arrives, in milliseconds. */
const PATIENCE = 10_000

export const fileQuery = (projectId: number, fileId: number) =>
  queryOptions({
    queryKey: ['file', fileId],
    queryFn: async ({ signal }) => {
      const file = await call('getFile', { params: { projectId, id: fileId } }, { signal })
      noteUnread(file.unread_item_ids)
      return file
    },
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? PATIENCE : false),
  })

export const transcriptQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['transcript', fileId],
    queryFn: ({ signal, client, queryKey }) =>
      readTranscript(fileId, client.getQueryData<TranscriptResponse>(queryKey), signal),
    // Its changes are announced; megabytes are not fetched again on a guess.
    staleTime: Infinity,
    // Blocks keep their identity only by being the same objects; comparing megabytes deeply costs more than redrawing.
    structuralSharing: false,
  })

export const useFile = (projectId: number, fileId: number) => useQuery(fileQuery(projectId, fileId))

/** The transcript, asked for when the file has one. */
export const useTranscript = (fileId: number, exists: boolean) =>
  useQuery({ ...transcriptQuery(fileId), enabled: exists })

/** The file's own page and the lists that show it. */
const refreshFile = async (client: QueryClient, fileId: number): Promise<void> => {
  await Promise.all([client.invalidateQueries({ queryKey: ['file', fileId] }), refreshFiles(client)])
}

const reload = (client: QueryClient, fileId: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['file', fileId] }),
    client.invalidateQueries({ queryKey: ['transcript', fileId] }),
  ])

/** Keeps a file's page true while the file is processed, changed or deleted by others. */
export function useFileEvents(projectId: number, fileId: number, onDeleted: () => void): void {
  const client = useQueryClient()
  const mine = (handle: () => unknown) => (event: { project_file_id: number }) => {
    if (event.project_file_id === fileId) handle()
  }
  const reloadAll = mine(() => reload(client, fileId))
  // A finished transcript is followed save by save: megabytes are not read again because a title or a socket changed.
  const refresh = () => {
    const { queryKey } = fileQuery(projectId, fileId)
    const isFollowed = client.getQueryData(queryKey)?.status === 'processed'
    void (isFollowed ? client.invalidateQueries({ queryKey }) : reload(client, fileId))
  }
  useFolderMessages(projectId, {
    'estimation-updated': (event) => {
      if (event.project_file_id !== fileId) return
      const { queryKey } = fileQuery(projectId, fileId)
      const known = client.getQueryData(queryKey)
      client.setQueryData(
        queryKey,
        (file) =>
          file && {
            ...file,
            transcript_started_at: event.transcript_started_at,
            estimate_completed_at: event.estimate_completed_at,
            duration: event.duration,
            transcript: { ...file.transcript, block_count: event.block_count },
          },
      )
      if (event.block_count !== known?.transcript.block_count) void reload(client, fileId)
    },
    'file-processed': reloadAll,
    'process-failed': reloadAll,
    'file-updated': mine(refresh),
    'files-deleted': ({ project_file_ids }) => {
      if (project_file_ids.includes(fileId)) onDeleted()
    },
    onReturn: refresh,
  })
}

export const useRenameFile = (projectId: number, fileId: number, done: string) =>
  useChange((title: string) => call('renameFile', { params: { projectId, id: fileId }, body: { title } }), {
    done,
    refresh: (client) => refreshFile(client, fileId),
  })

export const useDeleteFile = (projectId: number, fileId: number, done: string) =>
  useChange(
    async () => {
      const { trashed_item_ids: itemIds } = await call('deleteFile', { params: { projectId, id: fileId } })
      tellDeleted(done, itemIds)
    },
    { refresh: refreshFiles },
  )

/** Starts the analysis again from the last finished stage. */
export const useRetryFile = (fileId: number) =>
  useChange(() => call('retryFile', { params: { fileId } }), { refresh: (client) => refreshFile(client, fileId) })

/** A media address with a fresh grant. */
export function useRenewedUrl(projectId: number, fileId: number): () => Promise<string> {
  const client = useQueryClient()
  return async () => (await client.fetchQuery({ ...fileQuery(projectId, fileId), staleTime: 0 })).url
}
