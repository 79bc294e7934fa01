// Addresses to which the browser returns after a checkout. Only paths of this application are accepted: another address would make our
// page a redirect to any site.
import { invalid } from '../../platform/refusal.ts'

/** Any host that no address of ours has. */
const BASE = 'http://kaiwa.invalid'
/** Control characters and white space are dropped by browsers; a backslash counts as a slash. */
const MISREAD = /[\p{Cc}\s\\]/u

function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || MISREAD.test(path)) return false
  if (!URL.canParse(path, BASE)) return false
  const { origin, pathname } = new URL(path, BASE)
  return origin === BASE && !pathname.startsWith('//') && !/^\/(?:api|dev)(?:\/|$)/.test(pathname)
}

/** Decodes until nothing changes, so that no layer between us and the browser finds another address in it. */
function layersOf(path: string): string[] | null {
  const layers = [path]
  for (let count = 0; count < 5; count += 1) {
    const last = layers.at(-1) ?? ''
    let decoded: string
    try {
      decoded = decodeURIComponent(last.split(/[?#]/, 1)[0] ?? '')
    } catch {
      return null
    }
    if (decoded === last) return layers
    layers.push(decoded)
  }
  return null
}

/** The path, or a refusal of the field `back_url`. */
export function checkBackUrl(path: string): string {
  const layers = layersOf(path)
  if (!layers?.every(isLocalPath)) throw invalid({ back_url: ['format'] })
  return path
}

/** The page that opens the companion app at a path. */
function appAddress(path: string): string {
  const encoded = Buffer.from(path, 'utf8').toString('base64')
  return `/application?${new URLSearchParams({ t: 'navigate', p: encoded })}`
}

export interface Return {
  origin: string
  backUrl: string
  isApp: boolean
}

export type SuccessPage = '/payment/success' | '/setup-payment/success'

/** The addresses that the provider gets. It replaces the braces by the id of the session. */
export function returnUrls({ origin, backUrl, isApp }: Return, page: SuccessPage) {
  const query = new URLSearchParams({ back_url: backUrl, ...(isApp ? { is_app: '1' } : {}) })
  return {
    success_url: `${origin}${page}?session_id={CHECKOUT_SESSION_ID}&${query}`,
    cancel_url: `${origin}${isApp ? appAddress(backUrl) : backUrl}`,
  }
}

/**
 * The same for a link of a mail: the person who opened it may not be signed in, so the page cannot confirm the session.
 * The page of a paid invoice knows by `type` that no points were bought.
 */
export function linkReturnUrls(origin: string, kind: 'plan' | 'invoice') {
  const page = kind === 'plan' ? '/setup-payment/success' : '/payment/success?type=invoice'
  return { success_url: `${origin}${page}`, cancel_url: `${origin}/` }
}
