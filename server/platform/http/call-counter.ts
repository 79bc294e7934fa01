// Counts calls in this process's memory. For limits that protect the process itself and must cost less than what they
// refuse; a limit that holds for all nodes together is kept in the database (`rate-limit.ts`).
import { networkOf } from './network-of.ts'

/** Networks that are told apart within a window; beyond that the counts start anew, so that memory stays bounded. */
const MAX_NETWORKS = 100_000

export type CallLimit = { max: number; seconds: number }

/** Counts one call of this address. Null within the limit, else the seconds until the window ends. */
export type CountCall = (address: string) => number | null

/** All networks share one window; it begins with the first call after the last one has ended. */
export const openCallCounter = ({ max, seconds }: CallLimit): CountCall => {
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
