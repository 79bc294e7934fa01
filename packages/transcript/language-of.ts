/** Number of characters to examine. A transcript has the same language from its start. */
const MAX_EXAMINED = 2_000
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
const LETTER = /\p{L}/gu

/**
 * Detects the language of a transcript from its text, for line breaking and voices. The language of the file may be
 * unknown, and an import may differ from it. Japanese with many foreign words counts as Japanese; a text without
 * letters gives null.
 */
export function languageOf(blocks: Iterable<{ readonly content: string }>): 'ja' | 'en' | null {
  let text = ''
  for (const { content } of blocks) if ((text += content).length >= MAX_EXAMINED) break
  const letters = text.match(LETTER)?.length ?? 0
  if (letters === 0) return null
  return (text.match(JAPANESE)?.length ?? 0) * 5 >= letters ? 'ja' : 'en'
}
