/** Control, direction, private and invisible characters, and selectors of glyph variants. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu

/** Takes the place of a character that the font does not have, as in Japanese printing. */
const GETA = '〓'

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/**
 * The text in one line with glyphs of the font: invisible characters are removed, and each character that the font lacks
 * (emoji, other scripts) becomes a geta mark.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return [...segmenter.segment(line)]
    .map(({ segment }) => {
      const shown = segment.replaceAll(unseen, '')
      const isWhole = [...shown].every((character) => hasGlyph(character.codePointAt(0) ?? 0))
      return isWhole ? shown : GETA
    })
    .join('')
}
