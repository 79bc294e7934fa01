import type { Term } from '@kaiwa/contract/transcripts.ts'

/** Languages whose words we know. */
export type Language = 'ja' | 'en'

/** 1 adjective, 3 noun or proper noun, 7 verb, 0 everything else. */
export type WordType = Term['type']

/** A piece of a text as a tokeniser cuts it; `text` is the original from `offset` (UTF-16) on. */
export interface Token {
  text: string
  offset: number
  /** Dictionary form; the text itself where none is known. */
  base: string
  /** Katakana; '' where none is known. */
  reading: string
  /** As the tokeniser calls it. */
  partOfSpeech: string
  /** The finer class beneath it, '' where there is none. */
  detail: string
  type: WordType
  /** False for punctuation: nobody says it. */
  spoken: boolean
}

/** Cuts a text into tokens, in order and without overlap; only white space lies between them. */
export type Tokenise = (text: string) => Token[]

const SPOKEN = /[\p{L}\p{N}\p{Sc}%％&＆+＋@＠#＃℃°]/u

/** Whether a piece of text holds anything that is pronounced. */
export const isSpoken = (text: string): boolean => SPOKEN.test(text)
