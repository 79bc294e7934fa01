// Requests without a route: an unknown path or method, or a missing file. They are refused before a body is parsed or a
// file is opened, and limited per network and minute.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { announcedLength } from './body-time.ts'
import { openCallCounter } from './call-counter.ts'

/** A page that stays open over an update requests one or two missing files; a scanner requests thousands. */
const LIMIT = { max: 300, seconds: 60 }
/**
 * Maximum body that is read and dropped. Closing a connection during its body resets it, and the caller may not receive
 * the answer, so only bodies larger than any route accepts are cut off.
 */
const MAX_DRAINED = 10 * 1024 * 1024

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
