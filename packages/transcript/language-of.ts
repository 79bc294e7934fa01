/** Characters that are looked at: a transcript is in one language from its beginning. */
const LOOKED_AT = 2_000
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
const LETTER = /\p{L}/gu

/**
 * The language that a transcript is written in, for line breaks and voices: what its file was heard in may be unknown, and
 * an import may be in another. Japanese with many foreign words is Japanese; without a letter nobody knows.
 */
export function languageOf(blocks: Iterable<{ readonly content: string }>): 'ja' | 'en' | null {
  let text = ''
  for (const { content } of blocks) if ((text += content).length >= LOOKED_AT) break
  const letters = text.match(LETTER)?.length ?? 0
  if (letters === 0) return null
  return (text.match(JAPANESE)?.length ?? 0) * 5 >= letters ? 'ja' : 'en'
}
