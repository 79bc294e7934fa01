// The page that opens the companion app. Its URL contains the path to open as base64.
import { ownPath } from '../../platform/own-path.ts'

function encode(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
}

function decode(text: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)))
  } catch {
    return null
  }
}

/** The page that opens the app at this path: `/application?t=navigate&p=…`. */
export function applicationAddress(path: string): string {
  return `/application?${new URLSearchParams({ t: 'navigate', p: encode(path) })}`
}

/** The path in the URL of such a page; null when it is not a page of this application. */
export function pathForApplication(search: URLSearchParams): string | null {
  return search.get('t') === 'navigate' ? ownPath(decode(search.get('p') ?? '')) : null
}

/** The same path for a browser. */
export function pathForBrowser(path: string): string {
  return path.replace(/([?&])is_app=1(?=&|#|$)/, '$1is_app=0')
}
