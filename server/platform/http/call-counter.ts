// Counts calls in the memory of this process, for limits that protect the process itself and must be cheap. Limits
// shared by all nodes are kept in the database (`rate-limit.ts`).
import { networkOf } from './network-of.ts'

/** Maximum number of networks per window; beyond it the counts are reset, which bounds the memory. */
const MAX_NETWORKS = 100_000

export interface CallLimit {
  max: number
  seconds: number
}

/** Counts one call of this address. Returns null within the limit, otherwise the seconds until the window ends. */
export type CountCall = (address: string) => number | null

/** All networks share one window, which begins with the first call after the previous window ended. */
export function openCallCounter({ max, seconds }: CallLimit): CountCall {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (address) => {
    const now = performance.now()
    if (now >= endsAt || counts.size >= MAX_NETWORKS) {
      counts.clear()
      endsAt = now + seconds * 1000
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= max ? null : Math.max(1, Math.ceil((endsAt - now) / 1000))
  }
}
