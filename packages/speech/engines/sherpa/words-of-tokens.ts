import type { Word } from '../../engine.ts'

export interface Tokens {
  tokens: readonly string[]
  timestamps: readonly number[]
  durations?: readonly number[]
  logProbabilities?: readonly number[]
}

/** Maximum duration in seconds of a token without a known duration. */
const longestToken = 0.4

/**
 * Converts an engine's tokens to words. A token that starts with a space (or `▁`) starts a word. In scripts without
 * spaces each token is a word, and punctuation joins the word before it. Without probabilities the confidence is 1.
 */
export function wordsOfTokens({ tokens, timestamps, durations, logProbabilities }: Tokens, seconds: number): Word[] {
  const words: (Word & { parts: number })[] = []
  for (const [index, raw] of tokens.entries()) {
    const text = raw.replaceAll('▁', ' ').trim()
    if (text === '' || /^<.*>$/.test(text)) continue
    const start = Math.min(timestamps[index] ?? 0, seconds)
    const next = timestamps[index + 1] ?? seconds
    const end = Math.min(seconds, durations?.[index] ? start + durations[index] : Math.min(next, start + longestToken))
    const confidence = Math.min(1, Math.exp(logProbabilities?.[index] ?? 0))
    const last = words.at(-1)
    const joins = last && (/^\p{P}+$/u.test(text) || (!/^[\s▁]/.test(raw) && spaced(text) && spaced(last.text)))
    if (joins) {
      last.text += text
      last.end = Math.max(last.end, end)
      last.confidence = (last.confidence * last.parts + confidence) / ++last.parts
    } else words.push({ text, start, end: Math.max(start, end), confidence, parts: 1 })
  }
  return words.map(({ text, start, end, confidence }) => ({ text, start, end, confidence }))
}

function spaced(text: string) {
  return !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー々]/u.test(text)
}
