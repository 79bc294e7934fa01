// Limits the time for a request's body. Node's `requestTimeout` applies to the whole server and would cut long uploads,
// so each request has its own time: by its announced length, or, for uploads, by the pause between bytes. Attached to
// the HTTP server, because requests without a route have bodies too.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'

/** Minimum average rate of a body: 256 kbit/s. */
const MIN_BYTES_PER_SECOND = 32 * 1024
/** The largest accepted body: a save or an import. A larger announced length gives no additional time. */
const MAX_BYTES = Math.max(LIMITS.saveBody, LIMITS.importFileMb * BYTES_PER_MB)
interface Running {
  timer: NodeJS.Timeout
  response: ServerResponse
  seconds: number
}

const running = new WeakMap<IncomingMessage, Running>()

/** Announced length of the body in bytes; null if it is chunked, 0 without a body. */
export function announcedLength({ headers }: Pick<IncomingMessage, 'headers'>): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) || 0 : null
}

/** Milliseconds for a body of this length; `seconds` is the minimum for every body, including chunked ones. */
export function bodyTime(length: number | null, seconds: number): number {
  return (seconds + Math.min(length ?? 0, MAX_BYTES) / MIN_BYTES_PER_SECOND) * 1000
}

/**
 * Calls `onTimeout` when a body has not arrived in time. After the answer was sent, the rest of the body has `seconds`;
 * then the connection is closed. Must be called before other listeners of `request` are added.
 */
export function limitBodyTime(
  server: Server,
  seconds: number,
  onTimeout: (request: IncomingMessage, response: ServerResponse) => void,
): void {
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

/** For uploads: the body may take any time, with pauses of up to twice the time of other bodies. */
export function allowSlowBody(request: IncomingMessage): void {
  const body = running.get(request)
  if (!body) return
  clearTimeout(body.timer)
  const { socket } = request
  socket.setTimeout(body.seconds * 2000)
  // After the answer, Node's own timeout for idle connections applies.
  request.once('end', () => {
    if (!body.response.writableFinished) socket.setTimeout(0)
  })
}
