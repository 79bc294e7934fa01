import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Whether a listen address or host name is a loopback one, also as an IPv6 address that contains an IPv4 one. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** Whether the TCP connection comes from this machine; X-Forwarded-For is ignored. */
export function isFromHere(request: FastifyRequest): boolean {
  return isLoopback(request.socket.remoteAddress ?? '')
}

/** Whether the server is reachable from this machine only. */
export function isLoopbackOnly({ mode, host }: { mode: string; host: string }): boolean {
  return mode === 'local' && isLoopback(host)
}
