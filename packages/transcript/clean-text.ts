/** Control characters, which databases and document formats reject. Tab and line feed are kept. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const REFUSED = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/g

/** True when `cleanText` would change nothing except line ends. */
export function isClean(text: string): boolean {
  return text.isWellFormed() && text.search(REFUSED) < 0
}

/** Cleans a text for a block: lone surrogates become U+FFFD, line ends become LF. */
export function cleanText(text: string): string {
  return isClean(text) && !text.includes('\r') ? text : text.toWellFormed().replace(/\r\n?/g, '\n').replace(REFUSED, '')
}

/** Normalises a section name: one line, trimmed; null when empty. */
export function toSectionName(name: string | null): string | null {
  return (
    cleanText(name ?? '')
      .replace(/\s+/g, ' ')
      .trim() || null
  )
}
