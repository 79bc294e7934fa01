import type { IncomingMessage } from 'node:http'

/** The address of a caller behind so many trusted proxies, for requests that do not pass the framework (`request.ip`). */
export const clientAddress = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string => {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  // The nearest hop first: each proxy appends whom it was called by.
  const hops = [
    socket.remoteAddress ?? '',
    ...forwarded
      .map((address) => address.trim())
      .filter(Boolean)
      .toReversed(),
  ]
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? ''
}
