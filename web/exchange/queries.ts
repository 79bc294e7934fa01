import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput, CallResult } from '../platform/call-types.ts'
import { refreshFiles } from '../tree/queries.ts'

export type ExportQuery = NonNullable<CallInput<'exportTranscript'>['query']>
export type ImportSummary = CallResult<'checkImport'>

/** The first lines of an export; the previous ones are shown while new ones are loading. */
export function usePreview(fileId: number, query: ExportQuery) {
  return useQuery({
    queryKey: ['export-preview', fileId, query],
    queryFn: ({ signal }) => call('previewExport', { params: { fileId }, query }, { signal }),
    placeholderData: keepPreviousData,
    // Someone may have saved since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Refreshes everything that an import changes: the file, its transcript, lists, speakers and tags. */
export function refreshAfterImport(client: QueryClient, fileId: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['file', fileId] }),
    client.invalidateQueries({ queryKey: ['transcript', fileId] }),
    client.invalidateQueries({ queryKey: ['speakers'] }),
    client.invalidateQueries({ queryKey: ['tags'] }),
    refreshFiles(client),
  ])
}
