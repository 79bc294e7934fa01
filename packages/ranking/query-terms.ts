// The terms of a question: parts of texts in normal form (see `normalise`), with a weight. No dictionary is needed:
// kanji are divided into pairs, katakana words stay whole, English words are compared by their stems. Every term is a
// part of a matching text, so the gram index of search finds the candidates.
import { normalise } from '@kaiwa/language'
import { stemmer } from 'stemmer'
import { isEnglishStopWord, withoutRequests } from './stop-words.ts'

export interface QueryTerm {
  /** In normal form. A text with the term contains it; for an English word, the beginning that its forms share. */
  text: string
  /** Stem of an English word. Null: the text is compared as it is. */
  stem: string | null
  /** Factor of the rarity, above 0 to 1. */
  weight: number
}

/** More terms cost time and add no precision: a question has at most 400 characters. */
const MAX_TERMS = 32

const RUNS =
  /(?<kanji>[\p{Script=Han}々]+)|(?<katakana>[ァ-ヺー]+)|(?<hiragana>[ぁ-ゖ]+)|(?<word>(?:(?![\p{Script=Han}々ぁ-ゖァ-ヺー])[\p{L}\p{N}])+)/gu
const LATIN = /^[a-z]+$/
/** Katakana words up to this length stay whole, longer ones are compounds and are divided. */
const MAX_KATAKANA = 5
const KATAKANA_PART = 4
const HIRAGANA_PART = 3
const MIN_BEGINNING = 3

const WEIGHT = { word: 1, compound: 1.5, number: 0.8, singleKanji: 0.6, inflection: 0.6, hiragana: 0.3 }

function exact(text: string, weight: number): QueryTerm {
  return { text, stem: null, weight }
}

/** All parts with `size` characters, or the whole text if it is shorter. */
function parts(text: string, size: number): string[] {
  const characters = [...text]
  if (characters.length <= size) return [text]
  return characters.slice(size - 1).map((_, index) => characters.slice(index, index + size).join(''))
}

/** The beginning that all forms of a word share: without the last vowel, as in price and pricing, company and companies. */
function sharedBeginning(word: string, stem: string): string {
  let length = 0
  while (length < word.length && word[length] === stem[length]) length += 1
  return length < MIN_BEGINNING + 1 ? word.slice(0, length) : word.slice(0, length).replace(/[eiy]$/, '')
}

function ofKanji(kanji: string, next: string): QueryTerm[] {
  if ([...kanji].length > 1) return parts(kanji, 2).map((part) => exact(part, WEIGHT.word))
  const kana = /^[ぁ-ゖ]/.exec(next)?.[0]
  const inflected =
    kana === undefined || 'はがをにでとのもや'.includes(kana) ? [] : [exact(kanji + kana, WEIGHT.inflection)]
  return [exact(kanji, WEIGHT.singleKanji), ...inflected]
}

function ofKatakana(katakana: string): QueryTerm[] {
  const word = katakana.replace(/^ー+|ー+$/g, '')
  if (word.length < 2) return []
  if (word.length <= MAX_KATAKANA) return [exact(word, WEIGHT.word)]
  // The parts of a compound mostly occur together, so each counts less.
  const found = parts(word, KATAKANA_PART)
  return found.map((part) => exact(part, WEIGHT.compound / found.length))
}

function ofWord(word: string): QueryTerm[] {
  if (!LATIN.test(word)) return [exact(word, /^\p{N}+$/u.test(word) ? WEIGHT.number : WEIGHT.word)]
  if (word.length < 2 || isEnglishStopWord(word)) return []
  const stem = stemmer(word)
  return [{ text: sharedBeginning(word, stem), stem, weight: WEIGHT.word }]
}

function termsOf(text: string): QueryTerm[] {
  const found = new Map<string, QueryTerm>()
  for (const { 0: run, index, groups = {} } of text.matchAll(RUNS)) {
    const terms =
      groups['kanji'] !== undefined
        ? ofKanji(run, text.slice(index + run.length))
        : groups['katakana'] !== undefined
          ? ofKatakana(run)
          : groups['hiragana'] !== undefined
            ? run.length < HIRAGANA_PART
              ? []
              : parts(run, HIRAGANA_PART).map((part) => exact(part, WEIGHT.hiragana))
            : ofWord(run)
    for (const term of terms) if (!found.has(term.text)) found.set(term.text, term)
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MAX_TERMS)
}

/** The terms of a question, most important first. Words that only make it a question are left out, unless they are all. */
export function queryTerms(question: string): QueryTerm[] {
  const normal = normalise(question.trim())
  const terms = termsOf(withoutRequests(normal))
  return terms.length > 0 ? terms : termsOf(normal)
}
