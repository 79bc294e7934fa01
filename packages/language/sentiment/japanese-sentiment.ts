// Japanese sentiment: words of a polarity dictionary, inverted by the text that follows them in the clause. A negation
// comes after its word (便利ではありません), and so does a verb of removal (手間が減る).

import type { Token } from '../token.ts'
import { polarityCorrections } from './polarity-corrections.ts'
import { toSentiment } from './scale.ts'

/** Number of tokens in the longest dictionary entries, which are idioms. */
const MAX_ENTRY_TOKENS = 6
/** Number of tokens after a word in which a negation applies to it. */
const NEGATION_REACH = 8

const NEGATIONS = new Set(['ない', '無い', 'ん', 'ぬ', 'まい'])
/** Words that remove their subject and so invert its polarity: less trouble is positive, less profit is negative. */
const REMOVALS = new Set(
  '減る 減らす 減少 なくす なくなる 無くす 無くなる 防ぐ 防げる 防止 解消 解決 解決済み 削減 軽減 払拭 避ける 省く 省ける'.split(
    ' ',
  ),
)
/** Verbs and nouns that only connect the predicate with its negation. */
const CARRIERS = new Set(
  'する ある いる おる なる できる 出来る 起きる 起こる 出る 感じる 思う 言う いう 見る 要る いただく 頂く くださる 発生 必要 さほど'.split(
    ' ',
  ),
)
/** Words that a negation does not invert: 申し訳ありません remains an apology. */
const FIXED = new Set(['申し訳', 'もうしわけ', 'ぜひ', '是非'])

type Polarity = (word: string) => number | undefined

/** Entries such as 印象的だ and 臆病者の are also stored without their ending. */
function stemOf(word: string): string {
  return word.replace(/(?<=..)[だとの]$|(?<=..)です$/, '')
}

function toPolarity(dictionary: readonly { word: string; point: number }[]): Polarity {
  const entries = dictionary.map(({ word, point }) => [word.normalize('NFKC'), point] as const)
  const known = new Map(entries.map(([word, point]) => [stemOf(word), point]))
  for (const [word, point] of entries) known.set(word, point)
  return (word) => polarityCorrections.get(word) ?? polarityCorrections.get(stemOf(word)) ?? known.get(word)
}

/**
 * The dictionary rates many business nouns positive (記録, 専門, お客様), so a plain noun counts only when negative. Names,
 * suffixes and single characters (録, 長) do not count.
 */
function expressesFeeling({ text, partOfSpeech, detail }: Token, point: number): boolean {
  if (partOfSpeech !== '名詞') return true
  if (text.length === 1 || detail === '接尾' || detail === '固有名詞' || detail === '数') return false
  return point < 0 || (detail !== '一般' && detail !== '副詞可能')
}

const DESCRIBED = new Set(['形容詞', '動詞', '副詞'])

/** 大変 before a describing word only means 'very'. */
function isDegree(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  if (tokens[at]!.base !== '大変' || !next) return false
  return DESCRIBED.has(next.partOfSpeech) || (next.partOfSpeech === '名詞' && next.detail !== '非自立')
}

/** The longest entry that starts at `from`: its polarity and the index of the token after it. */
function matchAt(tokens: readonly Token[], from: number, polarity: Polarity) {
  if (isDegree(tokens, from)) return undefined
  let bases = ''
  let surfaces = ''
  let found: { point: number; end: number; word: string } | undefined
  for (let at = from; at < Math.min(tokens.length, from + MAX_ENTRY_TOKENS); at++) {
    const token = tokens[at]!
    if (token.partOfSpeech === '記号') break
    // A single verb matches only by its dictionary form: 始まり of 始まります is not the noun.
    const candidates = at === from ? [token.base] : [bases + token.base, surfaces + token.base, surfaces + token.text]
    bases += token.base
    surfaces += token.text
    for (const word of candidates) {
      const point = polarity(word)
      if (point === undefined) continue
      if (at === from && !polarityCorrections.has(word) && !expressesFeeling(token, point)) continue
      found = { point, end: at + 1, word }
      break
    }
  }
  return found
}

function isNegation({ base, text, partOfSpeech }: Token): boolean {
  return NEGATIONS.has(base) && (partOfSpeech === '助動詞' || partOfSpeech === '形容詞') && text !== 'な'
}

/** True when a negation after this token still applies to the word before it. */
function extendsNegation({ base, partOfSpeech, detail, text }: Token): boolean {
  if (partOfSpeech === '助詞') return detail !== '接続助詞' || ['て', 'で', 'ば', 'ちゃ', 'じゃ'].includes(text)
  if (partOfSpeech === '助動詞' || partOfSpeech === '副詞' || CARRIERS.has(base)) return true
  if (partOfSpeech === '名詞') return detail === '非自立' || detail === '副詞可能'
  return detail === '非自立' || detail === '接尾'
}

function isNoun(token: Token | undefined): boolean {
  return token?.partOfSpeech === '名詞'
}

/**
 * 1 when the word before `from` is asserted, -1 when it is negated, 0 in a question (困っていることはありますか, よくないですか), which
 * asserts nothing.
 */
function polarityFactor(tokens: readonly Token[], from: number): number {
  let sign = 1
  // 面倒な入力がなくなる: the noun that the word describes belongs to the predicate too.
  let describes = false
  for (let at = from; at < Math.min(tokens.length, from + NEGATION_REACH); at++) {
    const token = tokens[at]!
    const next = tokens[at + 1]
    if (token.text === 'か' && token.partOfSpeech === '助詞' && (!next || next.partOfSpeech === '記号')) return 0
    if (token.text === 'かも') break
    if (token.text === 'な' && token.partOfSpeech === '助動詞') describes = true
    else if (describes && !isNoun(token)) describes = false
    if (isNegation(token) || REMOVALS.has(token.base)) sign = -sign
    else if (!extendsNegation(token) && !(describes && isNoun(token))) break
  }
  return sign
}

/** Sentiment of a passage from its tokens: above 0 positive, 0 neutral, below 0 negative; -1 to 1. */
export type JapaneseSentiment = (tokens: readonly Token[]) => number

export async function openJapaneseSentiment(): Promise<JapaneseSentiment> {
  const { dictionary } = await import('negaposi/dist/dictionary.js')
  const polarity = toPolarity(dictionary)
  return (tokens) => {
    let sum = 0
    let count = 0
    for (let at = 0; at < tokens.length;) {
      const match = matchAt(tokens, at, polarity)
      if (match && match.point !== 0) {
        const sign = FIXED.has(match.word) ? 1 : polarityFactor(tokens, match.end)
        sum += match.point * sign
        count += Math.abs(sign)
      }
      at = match?.end ?? at + 1
    }
    return toSentiment(sum / (count + 1))
  }
}
