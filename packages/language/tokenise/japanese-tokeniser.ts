import { isSpoken } from '../token.ts'
import type { Token, Tokenise, WordType } from '../token.ts'
import { type Morpheme, unmaskAdjectives } from './japanese-morphemes.ts'

const UNKNOWN = 'UNK'
/** Noun classes without a meaning of their own: pronouns, numerals, counters and suffixes, dependent nouns (こと, もの). */
const EMPTY_NOUNS = new Set(['代名詞', '数', '接尾', '非自立', '特殊', '接続詞的', '動詞非自立的', '引用文字列'])
/** An unknown word in kanji, katakana or Latin letters is a name or a loan word. */
const NAME = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}]/u
const KANA = /^[ぁ-ゖァ-ー]+$/
const BLANK = /^\s+$/

function typeOf(partOfSpeech: string, detail: string): WordType {
  if (partOfSpeech === '名詞') {
    if (detail === '形容動詞語幹') return 1
    return EMPTY_NOUNS.has(detail) ? 0 : 3
  }
  if (detail !== '自立') return 0
  if (partOfSpeech === '動詞') return 7
  return partOfSpeech === '形容詞' ? 1 : 0
}

function toKatakana(kana: string): string {
  return kana.replace(/[ぁ-ゖ]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0x60))
}

function unknownToken(text: string, offset: number): Token {
  const spoken = isSpoken(text)
  return {
    text,
    offset,
    base: text,
    reading: KANA.test(text) ? toKatakana(text) : '',
    partOfSpeech: UNKNOWN,
    detail: '',
    type: spoken && NAME.test(text) ? 3 : 0,
    spoken,
  }
}

/** UTF-16 offset of the character that starts `bytes` UTF-8 bytes after `offset`. */
function skipBytes(text: string, offset: number, bytes: number): number {
  let at = offset
  for (let left = bytes; left > 0;) {
    const code = text.codePointAt(at)!
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += code > 0xffff ? 2 : 1
  }
  return at
}

const LOAN = /^[ァ-ヺー]{2,}$/
const KANJI = /^\p{Script=Han}+$/u
/** No word is longer. Each joined morpheme reads the noun before it, so a noun without end takes quadratic time. */
const LONGEST_NOUN = 100

/**
 * The dictionary splits some words that speakers treat as a single word: unknown loan words (スマート + フォン) and
 * nouns with a suffix (議事 + 録, 担当 + 者). True when this morpheme must be joined to the previous token.
 */
function continuesNoun(previous: Token, text: string, start: number, morpheme: Morpheme): boolean {
  if (morpheme.partOfSpeech !== '名詞' || previous.type !== 3 || previous.partOfSpeech !== '名詞') return false
  if (previous.offset + previous.text.length !== start || previous.text.length >= LONGEST_NOUN) return false
  if (morpheme.partOfSpeechSubcategory1 === '接尾') {
    return morpheme.partOfSpeechSubcategory2 === '一般' && KANJI.test(text) && KANJI.test(previous.text)
  }
  return LOAN.test(text) && LOAN.test(previous.text)
}

/**
 * lindera counts UTF-8 bytes. Its tokens are consecutive, and a surface has as many UTF-16 units as the original (a
 * lone surrogate becomes U+FFFD), so a running sum converts the offsets.
 */
function toTokens(text: string, morphemes: readonly Morpheme[]): Token[] {
  const tokens: Token[] = []
  let byte = 0
  let offset = 0
  for (const morpheme of morphemes) {
    if (morpheme.byteStart > byte) offset = skipBytes(text, offset, morpheme.byteStart - byte)
    byte = morpheme.byteEnd
    const start = offset
    offset += morpheme.surface.length
    const original = text.slice(start, offset)
    if (morpheme.partOfSpeech === UNKNOWN || morpheme.baseForm === '') {
      if (!BLANK.test(original)) tokens.push(unknownToken(original, start))
      continue
    }
    const { partOfSpeech, partOfSpeechSubcategory1: detail, baseForm, reading } = morpheme
    if (partOfSpeech === '記号' && detail === '空白') continue
    const spoken = partOfSpeech === '記号' ? isSpoken(original) : true
    const previous = tokens.at(-1)
    if (previous && continuesNoun(previous, original, start, morpheme)) {
      previous.text += original
      previous.base += original
      previous.reading += reading
      continue
    }
    tokens.push({
      text: original,
      offset: start,
      base: baseForm === '*' ? original : baseForm,
      reading: reading === '*' || !spoken ? '' : reading,
      partOfSpeech,
      detail: detail === '*' ? '' : detail,
      type: typeOf(partOfSpeech, detail),
      spoken,
    })
  }
  return tokens
}

/** The Japanese tokeniser: lindera with IPADIC. Unpacking the dictionary takes about 0.4 s. */
export async function openJapanese(): Promise<Tokenise> {
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic')
  const builder = new TokenizerBuilder()
  builder.setDictionary('embedded://ipadic')
  builder.setMode('normal')
  builder.setKeepWhitespace(true)
  const tokenizer = builder.build()
  const analyse = (text: string) => tokenizer.tokenize(text) as Morpheme[]
  const known = new Map<string, Morpheme | null>()
  const first = (text: string): Morpheme | null => {
    const found = known.get(text)
    if (found !== undefined) return found
    const [morpheme = null] = analyse(text)
    known.set(text, morpheme)
    return morpheme
  }
  return (text) => toTokens(text, unmaskAdjectives(analyse(text), first))
}
