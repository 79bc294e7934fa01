// Names of people, folders and files in mails. Any user can register or invite any address, so a name must not carry a
// message or a link under our sender.

/** A string that went through `mailName`: templates take no other. */
export type MailName = string & { readonly mailName: true }

const MAX_CHARACTERS = 40
/** A character may carry combining marks without end. */
const MAX_UNITS = 120

/** Line breaks, other controls, direction marks, invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu
const schemes = /\b[a-z][a-z0-9+.-]*:\/\/+/giu
/** A dot between letters or digits may be part of a domain: `example.com`, `www.example`. */
const domainDot = /(?<=[\p{L}\p{N}_-])\.(?=[\p{L}\p{N}])/gu

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

const shorten = (text: string): string => {
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
 * A name as a mail shows it: one line of at most 40 characters in which no mail program finds an address to link. Dots of
 * domains become one-dot leaders (U+2024), which look alike; `@` becomes its wide form; quotation marks become inner ones,
 * so that the name cannot end the quotation around it.
 */
export const mailName = (name: string): MailName =>
  shorten(
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
