import type { IncomingHttpHeaders } from 'node:http'

/**
 * The token of an `Authorization: Bearer` header; '' if the token is missing, null without such a header. A request
 * with a bearer token is authenticated by it alone, so that an invalid one never falls back to the session cookie.
 */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  const [scheme, ...rest] = authorization.trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' ? rest.join(' ') : null
}
