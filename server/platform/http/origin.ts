// Two questions about where a request comes from. A page of another site must not act with our reader's cookie, and in
// local mode a name that only now points at the loopback (DNS rebinding) must not reach the program.
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusal.ts'
import { bearerOf } from './bearer.ts'

export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Refuses a change that another site's page asks for. Browsers name the origin of every unsafe call, and the kind of site of
 * the others; a program that is no browser names none and carries no reader's cookie by accident. Bearer calls carry no
 * ambient authority at all.
 */
export const checkOrigin = (isChange: boolean, headers: IncomingHttpHeaders, publicUrl: string | null): void => {
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

/** Refuses a request that calls a loopback server by a foreign name. */
export const checkHost = (host: string | undefined, publicUrl: string | null): void => {
  const name = host?.replace(/:\d+$/, '') ?? ''
  if (loopbackNames.has(name) || name.endsWith('.localhost')) return
  if (publicUrl !== null && new URL(publicUrl).host === host) return
  throw new Refusal('E_FORBIDDEN', { reason: 'host' })
}

/**
 * Refuses a socket that another site's page opens. Programs that are no browser name no origin; what a socket hears it
 * must have been granted by a signed-in call in any case.
 */
export const checkSocket = ({ origin, host }: IncomingHttpHeaders, publicUrl: string | null): void => {
  if (origin !== undefined) checkOrigin(true, { origin, host }, publicUrl)
}
