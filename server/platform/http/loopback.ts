import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether an address or name to listen on is this machine's own. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether the connection itself comes from this machine; what a proxy claims does not count. */
export const isFromHere = (request: FastifyRequest): boolean =>
  isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))

/** Whether the program serves this machine alone. */
export const isLoopbackOnly = ({ mode, host }: { mode: string; host: string }): boolean =>
  mode === 'local' && isLoopback(host)
