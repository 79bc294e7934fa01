// Checks of the origin of a request. A page of another site must not use the reader's cookie (CSRF). In local mode, a
// foreign name that resolves to the loopback address (DNS rebinding) must not reach the server.
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusal.ts'
import { bearerOf } from './bearer.ts'

export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/**
 * Refuses a change requested by a page of another site. Browsers send Origin with unsafe methods, and Sec-Fetch-Site
 * otherwise; programs other than browsers send neither and have no ambient cookie. Bearer calls are not checked,
 * because browsers do not add the token themselves.
 */
export function checkOrigin(isChange: boolean, headers: IncomingHttpHeaders, publicUrl: string | null): void {
  if (!isChange || bearerOf(headers) !== null) return
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return
  } else {
    const from = hostOf(origin)
    if (from !== null && (from === headers.host || (publicUrl !== null && origin === new URL(publicUrl).origin))) return
  }
  throw new Refusal('E_FORBIDDEN', { reason: 'origin' })
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Refuses a request to a loopback server under a foreign host name. */
export function checkHost(host: string | undefined, publicUrl: string | null): void {
  const name = host?.replace(/:\d+$/, '') ?? ''
  if (loopbackNames.has(name) || name.endsWith('.localhost')) return
  if (publicUrl !== null && new URL(publicUrl).host === host) return
  throw new Refusal('E_FORBIDDEN', { reason: 'host' })
}

/**
 * Refuses a socket opened by a page of another site. Other programs send no Origin; a socket gets only channels that a
 * signed-in call granted.
 */
export function checkSocket({ origin, host }: IncomingHttpHeaders, publicUrl: string | null): void {
  if (origin !== undefined) checkOrigin(true, { origin, host }, publicUrl)
}
