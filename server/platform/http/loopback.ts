import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether a listen address or host name is a loopback one. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether the TCP connection comes from this machine; X-Forwarded-For is ignored. */
export const isFromHere = (request: FastifyRequest): boolean =>
  isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))

/** Whether the server is reachable from this machine only. */
export const isLoopbackOnly = ({ mode, host }: { mode: string; host: string }): boolean =>
  mode === 'local' && isLoopback(host)
