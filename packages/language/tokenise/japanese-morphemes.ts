/** A token from lindera with the IPADIC dictionary. For an unknown word, all fields after `surface` are ''. */
export interface Morpheme {
  surface: string
  byteStart: number
  byteEnd: number
  partOfSpeech: string
  partOfSpeechSubcategory1: string
  partOfSpeechSubcategory2: string
  baseForm: string
  reading: string
}

function isGeneralNoun({ partOfSpeech, partOfSpeechSubcategory1: detail }: Morpheme): boolean {
  return partOfSpeech === '名詞' && detail === '一般'
}

function isPrefix(morpheme: Morpheme | undefined): boolean {
  return morpheme?.partOfSpeech === '接頭詞'
}

/** Each has three bytes in UTF-8. */
const POLITE: Record<string, string> = { お: 'オ', ご: 'ゴ', 御: 'ゴ' }
const BYTES = 3

/** The first morpheme of a text. */
export type First = (text: string) => Morpheme | null

/** Splits お忙しい into お + 忙しい, as the dictionary does for お早い; null when it is a noun (お見舞い). */
function politeAdjective(noun: Morpheme, first: First): Morpheme[] | null {
  const prefix = noun.surface.charAt(0)
  const reading = POLITE[prefix]
  if (reading === undefined || !noun.surface.endsWith('い')) return null
  const adjective = noun.surface.slice(1)
  const rest = first(adjective)
  if (rest?.surface !== adjective || rest.partOfSpeech !== '形容詞') return null
  const cut = noun.byteStart + BYTES
  const polite = { partOfSpeech: '接頭詞', partOfSpeechSubcategory1: '名詞接続', baseForm: prefix, reading }
  return [
    { ...noun, ...polite, surface: prefix, byteEnd: cut },
    { ...rest, byteStart: cut, byteEnd: noun.byteEnd },
  ]
}

/** True when the noun forms a な-adjective: 丁寧な, but not 責任な. */
function isNaAdjective(noun: Morpheme, first: First): boolean {
  const found = first(`${noun.surface}な`)
  return found?.surface === noun.surface && found.partOfSpeechSubcategory1 === '形容動詞語幹'
}

/** With a prefix, the dictionary tags some adjectives as nouns: お忙しい as a whole, and 丁寧 in ご丁寧. This corrects both. */
export function unmaskAdjectives(morphemes: readonly Morpheme[], first: First): readonly Morpheme[] {
  return morphemes.flatMap((morpheme, index): Morpheme | Morpheme[] => {
    if (!isGeneralNoun(morpheme)) return morpheme
    if (!isPrefix(morphemes[index - 1])) return politeAdjective(morpheme, first) ?? morpheme
    return isNaAdjective(morpheme, first) ? { ...morpheme, partOfSpeechSubcategory1: '形容動詞語幹' } : morpheme
  })
}
