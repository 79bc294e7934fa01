/** A full-width character takes two columns, a half-width one takes one, a combining character none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}…―‘’“”→※○●◎△▲□■◇◆☆★♪]/u
const ZERO_WIDTH = /[\p{M}\p{Cf}]/u

/** Cache: a language uses only a few thousand characters again and again. */
const cache = new Map<string, number>()

/** Columns of a text on the screen. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    let columns = cache.get(character)
    if (columns === undefined)
      cache.set(character, (columns = ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1))
    width += columns
  }
  return width
}
