import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { Home } from '@kaiwa/contract/home.ts'
import type { RealtimeMessages } from '@kaiwa/contract/events.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useChannel } from '../../platform/realtime/use-channel.ts'
import { useThrottledCallback } from '../../platform/use-throttled-callback.ts'
import { useWakeDetection } from '../../platform/wake-detection.ts'
import { useFolderMessages } from '../../tree/use-folder-messages.ts'

/** While a file is in progress, the home is polled, in case the socket is unavailable. */
const POLL_INTERVAL_MS = 15_000

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call('getHome', {}, { signal }),
  refetchInterval: ({ state }) => ((state.data?.running.length ?? 0) > 0 ? POLL_INTERVAL_MS : false),
})

/** Returns a function that reads the home again: at most once in half a second, however many messages arrive. */
export function useRefreshHome(): () => void {
  const client = useQueryClient()
  return useThrottledCallback(() => void client.invalidateQueries(homeQuery))
}

/** Reads the home again when a recording anywhere below the root, the tree or the rights of the reader changed. */
export function useHomeMessages(rootId: number): void {
  const refresh = useRefreshHome()
  useFolderMessages(rootId, {
    'recordings-changed': refresh,
    'files-deleted': refresh,
    'figures-changed': refresh,
    'items-changed': refresh,
    'item-renamed': refresh,
    'rights-changed': refresh,
    // The lists may be older than the subscription.
    onSubscribed: refresh,
    onResubscribed: refresh,
  })
  useWakeDetection(refresh)
}

type Estimate = RealtimeMessages['estimation-updated']

/** The home with a new estimate of one running file. */
export function withEstimate(home: Home, { project_file_id: id, block_count, ...measured }: Estimate): Home {
  const change = (file: Home['running'][number]) =>
    file.id === id ? { ...file, ...measured, transcript: { ...file.transcript, block_count } } : file
  return { ...home, running: home.running.map(change) }
}

/** Follows the estimate of one running file, which is published on its own channel only. Renders nothing. */
export function FollowEstimate({ fileId, opens }: { fileId: number; opens: boolean }) {
  const client = useQueryClient()
  const refresh = useRefreshHome()
  useChannel(fileChannel(fileId), {
    'estimation-updated': (estimate) => {
      client.setQueryData(homeQuery.queryKey, (home) => home && withEstimate(home, estimate))
      // The file may now be readable.
      if (!opens) refresh()
    },
  })
  return null
}
