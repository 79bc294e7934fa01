// Requests without a route: an unknown path or method, or a missing file. They are refused before a body is parsed or a
// file is opened, and limited per network and minute. Calls are counted in the memory of this process, because the limit
// protects the process itself and must be cheap; limits shared by all nodes are kept in the database (`rate-limit.ts`).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { announcedLength } from './body-time.ts'
import { networkOf } from './network-of.ts'

/** A page that stays open over an update requests one or two missing files; a scanner requests thousands. */
const LIMIT = { max: 300, seconds: 60 }
/**
 * Maximum body that is read and dropped. Closing a connection during its body resets it, and the caller may not receive
 * the answer, so only bodies larger than any route accepts are cut off.
 */
const MAX_DRAINED = 10 * 1024 * 1024

/** Maximum number of networks per window; beyond it the counts are reset, which bounds the memory. */
const MAX_NETWORKS = 100_000

interface CallLimit {
  max: number
  seconds: number
}

/** Counts one call of this address. Returns null within the limit, otherwise the seconds until the window ends. */
type CountCall = (address: string) => number | null

/** All networks share one window, which begins with the first call after the previous window ended. */
function openCallCounter({ max, seconds }: CallLimit): CountCall {
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

/** Refuses a request without a route: E_NOT_FOUND, or E_TOO_MANY_REQUESTS beyond the limit of its network. */
export type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => Refusal

export function openUnknown(): RefuseUnknown {
  const count = openCallCounter(LIMIT)
  return (request, reply) => {
    const length = announcedLength(request)
    if (length === null || length > MAX_DRAINED) void reply.header('connection', 'close')
    const wait = count(request.ip)
    return wait === null
      ? new Refusal('E_NOT_FOUND')
      : new Refusal('E_TOO_MANY_REQUESTS', {}, { 'retry-after': String(wait) })
  }
}
