import { userChannel } from '@kaiwa/contract/channels.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../platform/session.ts'
import { refreshQueries } from '../../platform/refresh-queries.ts'
import { useChannel } from '../../platform/realtime/use-channel.ts'

const QUERIES_WITH_RIGHTS = new Set<unknown>([
  'session',
  'tree',
  'project',
  'files',
  'file',
  'members',
  'usage',
  'crm-file-deal',
])

const CONTRACT_QUERIES = new Set<unknown>(['session', 'usage', 'payment', 'assistant'])

/** Queries that depend on the connection of the workspace to HubSpot. */
const CONNECTION_QUERIES = new Set<unknown>(['session', 'crm-connection', 'crm-file-deal', 'crm-master', 'crm-deals'])

/**
 * What a page has read before the channel is subscribed, and no other part reads again then. Files and their deals are read
 * again with the channel of their folder or file. Not the session: its answer would undo a setting that is being saved
 * (`useSavedSetting`).
 */
const EARLY_QUERIES = ['tree', 'project', 'members', 'usage', 'payment', 'assistant', 'crm-connection']

/** Rendered on every page: refetches the shown data when the reader's rights or the workspace's contract change. */
export function RightsWatch(): null {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refreshAny = (names: ReadonlySet<unknown>): void =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
  // Deals that were requested in advance (web/crm) are not shown after the end of a right or of the connection.
  const forgetDeals = () => client.removeQueries({ queryKey: ['crm-deals'], type: 'inactive' })
  useChannel(userChannel(user.id), {
    'rights-changed': () => {
      forgetDeals()
      refreshAny(QUERIES_WITH_RIGHTS)
    },
    'usage-changed': () => refreshAny(CONTRACT_QUERIES),
    'crm-connection-changed': () => {
      forgetDeals()
      refreshAny(CONNECTION_QUERIES)
    },
    'items-changed': () => void client.invalidateQueries({ queryKey: ['members'] }),
    // Everyone may subscribe to their own channel: the session has ended, and an idle page makes no other call.
    onRefused: () => refreshAny(new Set(['session'])),
    // The data may be older than the subscription. Requests that are under way are not aborted.
    onSubscribed: () => EARLY_QUERIES.forEach((name) => void refreshQueries(client, [name])),
    // Messages may have been missed.
    onResubscribed: () => {
      forgetDeals()
      refreshAny(new Set([...QUERIES_WITH_RIGHTS, ...CONNECTION_QUERIES]))
    },
  })
  return null
}
