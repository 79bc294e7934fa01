// Paths from outside: links of the companion app and of mails. Only pages of this application are followed.
import { APP_SCHEME } from './installed-app.ts'

const HERE = 'https://kaiwa.invalid'
const MAX_LENGTH = 4_096
/** Every page has such a path, without dots, percent signs, colons or empty segments, which programs read differently. */
const PAGE_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/
/** Browsers drop or replace these characters before they read an address. */
const MISREAD = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]|^\s|\s$/u
/** No pages, and pages that follow links themselves: one link leads to one page. */
const NOT_FOLLOWED = /^\/(?:api|app|application|assets|avatars|dev|media|open|share-target)(?:\/|$)/i

/** The text as the path of a page, with its query and hash; null for anything else. */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > MAX_LENGTH || MISREAD.test(text)) return null
  const [written = ''] = text.split(/[?#]/, 1)
  if (!PAGE_PATH.test(written) || NOT_FOLLOWED.test(written)) return null
  const url = URL.parse(text, HERE)
  return url?.origin === HERE && url.pathname === written ? url.pathname + url.search + url.hash : null
}

/** The path that a link of the companion app opens: `web+kaiwa://projects/1` → `/projects/1`; null for anything else. */
export function pathOfAppLink(link: string | null): string | null {
  const scheme = link?.slice(0, APP_SCHEME.length).toLowerCase()
  if (!link || scheme !== APP_SCHEME) return null
  const rest = link.slice(APP_SCHEME.length)
  return rest.startsWith('//') ? ownPath(rest.slice(1)) : null
}
