// Names of people, folders and files in mails. Any user can register or invite any address, so a name must not contain a
// message or a link that would be sent from our address.

/** A string returned by `mailName`. Mail templates accept only this type. */
export type MailName = string & { readonly mailName: true }

const MAX_CHARACTERS = 40
/** Limits UTF-16 units, because one character can have any number of combining marks. */
const MAX_UNITS = 120

/** Line breaks, control characters, direction marks and invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu
const schemes = /\b[a-z][a-z0-9+.-]*:\/\/+/giu
/** A dot between letters or digits may be part of a domain: `example.com`, `www.example`. */
const domainDot = /(?<=[\p{L}\p{N}_-])\.(?=[\p{L}\p{N}])/gu

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

function shorten(text: string): string {
  let short = ''
  let count = 0
  for (const { segment } of segmenter.segment(text)) {
    if (count === MAX_CHARACTERS || short.length + segment.length > MAX_UNITS) return `${short.trimEnd()}…`
    short += segment
    count += 1
  }
  return short
}

/**
 * Formats a name for a mail: one line of at most 40 characters without text that a mail program would turn into a link.
 * Dots in domains become one-dot leaders (U+2024), `@` becomes full-width, and quotation marks become inner ones, so that
 * the name cannot close the quotation around it.
 */
export function mailName(name: string): MailName {
  return shorten(
    name
      .replaceAll(unseen, ' ')
      .replaceAll(schemes, '')
      .replaceAll(domainDot, '\u2024')
      .replaceAll('@', '＠')
      .replaceAll('「', '『')
      .replaceAll('」', '』')
      .replaceAll(/["“”]/g, "'")
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ) as MailName
}
