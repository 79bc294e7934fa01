// Requests that lead nowhere: an unknown path, a method that a path does not have, a file that was never built. They are
// refused before a body is parsed or a file is looked for, and each network may make so many a minute.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { announcedLength } from './body-time.ts'
import { openCallCounter } from './call-counter.ts'

/** A page that was left open over a new version asks for one or two files that are gone; a scanner for thousands. */
const LIMIT = { max: 300, seconds: 60 }
/**
 * The largest body whose bytes are taken off the connection, unparsed. A connection that is closed while its body is on the
 * way is reset, and its caller may never read the answer; so only what no route takes is cut off.
 */
const MAX_DRAINED = 10 * 1024 * 1024

/** Refusal of a request that leads nowhere: E_NOT_FOUND, or E_TOO_MANY_REQUESTS beyond the limit of its network. */
export type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => Refusal

export const openUnknown = (): RefuseUnknown => {
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
