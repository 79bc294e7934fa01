// Requests what the deal dialog shows first before it is opened. Loaded with the sidebar.
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { dealsQuery, hubspotRetry, masterQuery, NO_FILTER } from './queries.ts'

/** Milliseconds that a list which was requested in advance waits for the dialog. */
const PREFETCHED_MS = 10_000

/** A request in advance waits for the limits of HubSpot only if the dialog was opened meanwhile. */
function retryIfShown(client: QueryClient, queryKey: QueryKey) {
  return (failures: number, error: Error): boolean =>
    (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0 && hubspotRetry.retry(failures, error)
}

/** The copy of the server costs no call to HubSpot. */
export function prefetchMaster(client: QueryClient, fileId: number): void {
  const query = masterQuery(fileId)
  void client.prefetchQuery({ ...query, retry: retryIfShown(client, query.queryKey) })
}

/** Requests what the dialog lists first, when somebody is about to open it. At most one search in 10 seconds. */
export function prefetchDeals(client: QueryClient, fileId: number): void {
  const query = dealsQuery(fileId, NO_FILTER)
  const times = { staleTime: PREFETCHED_MS, gcTime: PREFETCHED_MS }
  void client.prefetchInfiniteQuery({ ...query, ...times, retry: retryIfShown(client, query.queryKey) })
}

/** After the dialog: the next one shows what HubSpot answers then. */
export function forgetDeals(client: QueryClient, fileId: number): void {
  client.removeQueries({ queryKey: ['crm-deals', fileId] })
}
