import type { IncomingHttpHeaders } from 'node:http'

/**
 * The token of an Authorization header of the scheme Bearer, '' where the scheme comes without one. Null: the caller shows
 * no bearer token. Whoever shows one is judged by it alone, so that a bad one never acts by the cookie beside it.
 */
export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string | null => {
  const [scheme, ...rest] = authorization.trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' ? rest.join(' ') : null
}
