import { userChannel } from '@kaiwa/contract/channels.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { reportFailure } from '../platform/error-text.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'

export const settingQuery = queryOptions({
  queryKey: ['summary-setting'],
  queryFn: ({ signal }) => call('getSummarySetting', {}, { signal }),
})

/** Whether the workspace uses summaries, and the switch of its owner. `isOn` is null until it is known. */
export function useSummarySwitch() {
  const client = useQueryClient()
  const { data } = useQuery(settingQuery)
  const refresh = () => void client.invalidateQueries(settingQuery)
  useChannel(userChannel(useSignedIn().user.id), {
    'summaries-switched': refresh,
    // The setting may be older than the subscription.
    onSubscribed: () => void refreshQueries(client, settingQuery.queryKey),
    onResubscribed: refresh,
  })
  return {
    isOn: data?.is_on ?? null,
    canChange: data?.can.change ?? false,
    /** A failure is shown and rejects. */
    change: async (isOn: boolean) => {
      try {
        client.setQueryData(settingQuery.queryKey, await call('changeSummarySetting', { body: { is_on: isOn } }))
      } catch (error) {
        reportFailure(error)
        throw error
      }
      // The note of each summary depends on the switch.
      await client.invalidateQueries({ queryKey: ['summary'] })
    },
  }
}
