import type { Term } from '@kaiwa/contract/transcripts.ts'

/** Languages with a dictionary. */
export type Language = 'ja' | 'en'

/** 1 adjective, 3 noun or proper noun, 7 verb, 0 everything else. */
export type WordType = Term['type']

/** A token of a text; `text` is the original text at `offset` (UTF-16). */
export interface Token {
  text: string
  offset: number
  /** Dictionary form; the text when unknown. */
  base: string
  /** Katakana; '' when unknown. */
  reading: string
  /** The tokeniser's name for it. */
  partOfSpeech: string
  /** The tokeniser's subclass; '' when it has none. */
  detail: string
  type: WordType
  /** False for punctuation. */
  spoken: boolean
}

/** Splits a text into sorted tokens without overlap; only white space lies between them. */
export type Tokenise = (text: string) => Token[]

const SPOKEN = /[\p{L}\p{N}\p{Sc}%％&＆+＋@＠#＃℃°]/u

/** True when a text contains anything that is pronounced. */
export function isSpoken(text: string): boolean {
  return SPOKEN.test(text)
}
