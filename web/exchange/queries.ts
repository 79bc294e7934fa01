import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput, CallResult } from '../platform/operations.ts'
import { refreshFiles } from '../workspace/queries.ts'

export type ExportQuery = NonNullable<CallInput<'exportTranscript'>['query']>
export type ImportSummary = CallResult<'checkImport'>

/** The beginning of an export; the one before stays while the next is on its way. */
export const usePreview = (fileId: number, query: ExportQuery) =>
  useQuery({
    queryKey: ['export-preview', fileId, query],
    queryFn: ({ signal }) => call('previewExport', { params: { fileId }, query }, { signal }),
    placeholderData: keepPreviousData,
    // Somebody may have saved since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  })

/** What an import makes others: the file, its transcript, its lists, people and tags. */
export const refreshAfterImport = (client: QueryClient, fileId: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['file', fileId] }),
    client.invalidateQueries({ queryKey: ['transcript', fileId] }),
    client.invalidateQueries({ queryKey: ['speakers'] }),
    client.invalidateQueries({ queryKey: ['tags'] }),
    refreshFiles(client),
  ])
