import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A request that takes longer may hang on a dead connection; then it is aborted. */
const MAX_WAIT_MS = 10_000

/** Refreshes that have not begun, by client and key. */
const waiting = new WeakMap<QueryClient, Map<string, Promise<void>>>()

function requestsOf(client: QueryClient, queryKey: QueryKey): Promise<unknown>[] {
  const queries = client.getQueryCache().findAll({ queryKey, type: 'active', fetchStatus: 'fetching' })
  return queries.flatMap(({ promise }) => promise ?? [])
}

async function finish(requests: Promise<unknown>[]): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_MS)
  await Promise.race([Promise.allSettled(requests), tooLong])
  clearTimeout(timer)
}

/**
 * Requests these queries again after a change. A running request is not aborted: one more follows it, however many changes
 * come before its end. Resolves when the data contains the change.
 */
export function refreshQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const refreshes = waiting.get(client) ?? new Map<string, Promise<void>>()
  waiting.set(client, refreshes)
  const key = JSON.stringify(queryKey)
  const run = async (): Promise<void> => {
    // Also without requests this takes a moment, in which other changes join.
    await finish(requestsOf(client, queryKey))
    refreshes.delete(key)
    await client.invalidateQueries({ queryKey })
  }
  const refresh = refreshes.get(key) ?? run()
  refreshes.set(key, refresh)
  return refresh
}

/** The same for a page whose connection may be dead, as after sleep: aborts what is under way. */
export function reloadQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return client.invalidateQueries({ queryKey })
}
