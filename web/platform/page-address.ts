// The address of the shown page. In token mode the router keeps it in the hash of the document's address.
import { parsePath } from 'react-router'

/** Path, query and hash of the page. */
export function pageAddress(): { pathname: string; search: string; hash: string } {
  if (import.meta.env.MODE !== 'token') return globalThis.location
  const { pathname = '/', search = '', hash = '' } = parsePath(globalThis.location.hash.slice(1) || '/')
  return { pathname, search, hash }
}

/** The address of the page for another browser or window. */
export function pageUrl(): string {
  if (import.meta.env.MODE !== 'token') return globalThis.location.href
  const { pathname, search, hash } = pageAddress()
  return globalThis.location.origin + pathname + search + hash
}

/** Token mode: a path of the server, for example of a mailed link, becomes an address of the router. */
export function moveIntoHash(): void {
  const { pathname, search, hash } = globalThis.location
  if (pathname !== '/') globalThis.history.replaceState(null, '', `/#${pathname}${search}${hash}`)
}
