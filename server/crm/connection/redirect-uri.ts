import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context } from '../../platform/http/route.ts'

/**
 * Where HubSpot sends the browser back to. Normalised by `URL`, because HubSpot compares it as a string with the redirect
 * URL of its app and with the one of the exchange.
 */
export function redirectUri(context: Pick<Context, 'app' | 'request'>): string {
  return new URL(`${publicAddress(context)}/hubspot/callback`).href
}
