// One width and case of a text without a change of length, so that positions in the folded text are positions in the
// original one. NFKC is not used for this reason.

const FULL_WIDTH = /[\uff01-\uff5e]/g
const WIDTH_OFFSET = 0xfee0

/** Full-width ASCII becomes ASCII, the full-width space a space, `￥` `¥`, dashes a hyphen, and letters lower case. */
export function foldWidth(text: string): string {
  return text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - WIDTH_OFFSET))
    .replaceAll(/[\u3000\u00a0]/g, ' ')
    .replaceAll('￥', '¥')
    .replaceAll(/[‐‒–—−]/g, '-')
    .replaceAll(/[A-ZÀ-ÖØ-Þ]/g, (letter) => letter.toLowerCase())
}
