import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { refreshTree } from '../queries.ts'

export const trashQuery = (page: number) =>
  queryOptions({
    queryKey: ['trash', page],
    queryFn: ({ signal }) => call('listTrash', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Reloads after items were trashed, restored or deleted permanently; storage usage changes too. */
export const refreshTrash = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['trash'] }),
    client.invalidateQueries({ queryKey: ['usage'] }),
  ])
}

export const refreshRestored = async (client: QueryClient): Promise<void> => {
  await Promise.all([refreshTree(client), refreshTrash(client), client.invalidateQueries({ queryKey: ['file'] })])
}
