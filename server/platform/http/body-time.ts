// How long the body of a request may take. Node's own `requestTimeout` holds for the whole server and would cut long
// uploads, so each request has a time of its own: by its announced length, or, for uploads, by the silence between bytes.
// Works on the server itself: a request that no route takes has a body too.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'

/** A body that arrives more slowly than this on average is given up. 256 kbit/s. */
const MIN_BYTES_PER_SECOND = 32 * 1024
/** The largest body that any call takes: a save, or an import. What is announced beyond it gives no further time. */
const MAX_BYTES = Math.max(LIMITS.saveBody, LIMITS.importFileMb * BYTES_PER_MB)
type Running = { timer: NodeJS.Timeout; response: ServerResponse; seconds: number }

const running = new WeakMap<IncomingMessage, Running>()

/** Announced bytes of the body; null for a chunked one. 0: there is none. */
export const announcedLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number | null =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) || 0 : null

/** Milliseconds that a body of this length may take; `seconds` is the time that every body has, a chunked one too. */
export const bodyTime = (length: number | null, seconds: number): number =>
  (seconds + Math.min(length ?? 0, MAX_BYTES) / MIN_BYTES_PER_SECOND) * 1000

/**
 * Calls `onTimeout` when a body has not arrived in its time. What is still missing when the answer has been sent has
 * `seconds`, then the connection is closed. Must be called before other listeners of `request` are added.
 */
export const limitBodyTime = (
  server: Server,
  seconds: number,
  onTimeout: (request: IncomingMessage, response: ServerResponse) => void,
): void => {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const length = announcedLength(request)
    if (length === 0) return
    const timer = setTimeout(
      () => {
        if (!request.complete) onTimeout(request, response)
      },
      bodyTime(length, seconds),
    ).unref()
    running.set(request, { timer, response, seconds })
    response.once('close', () => {
      clearTimeout(timer)
      if (request.complete || request.destroyed) return
      const rest = setTimeout(() => request.destroy(), seconds * 1000).unref()
      request.once('close', () => clearTimeout(rest))
    })
  })
}

/** For uploads: the body may take any time, with pauses of up to twice the time that others have in all. */
export const allowSlowBody = (request: IncomingMessage): void => {
  const body = running.get(request)
  if (!body) return
  clearTimeout(body.timer)
  const { socket } = request
  socket.setTimeout(body.seconds * 2000)
  // After the answer the time of an idle connection runs, which Node has set.
  request.once('end', () => {
    if (!body.response.writableFinished) socket.setTimeout(0)
  })
}
