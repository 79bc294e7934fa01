import type { IncomingMessage } from 'node:http'

/**
 * The address of a caller behind `trustedProxies` proxies, for requests that do not pass through Fastify
 * (`request.ip`).
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  // Nearest hop first: each proxy appends the address of its caller.
  const hops = [
    socket.remoteAddress ?? '',
    ...forwarded
      .map((address) => address.trim())
      .filter(Boolean)
      .toReversed(),
  ]
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? ''
}
