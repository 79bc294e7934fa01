import { userChannel } from '@kaiwa/contract/channels.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { refreshTrash, refreshTree } from '../tree/queries.ts'

export function trashQuery(page: number) {
  return queryOptions({
    queryKey: ['trash', page],
    queryFn: ({ signal }) => call('listTrash', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Keeps the list up to date. */
export function useTrashChannel(): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  useChannel(userChannel(user.id), {
    'trash-changed': () => void refreshTrash(client),
    'items-changed': () => void refreshTree(client),
    // The list may be older than the subscription.
    onSubscribed: () => void refreshQueries(client, ['trash']),
    onResubscribed: () => void refreshTrash(client),
  })
}
