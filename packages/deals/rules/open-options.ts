// Options that are named and left open. A list without them could be incomplete, and a choice before them may have changed:
// neither is proposed.
import { mentionsIn, type Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { allStanding, isStated } from './standing.ts'
import { isQuestion } from './statements.ts'

/** With these words after an option, a statement may refuse it or compare it. */
const LIMITED =
  /ない|ません|不要|結構|外|落|やめ|だめ|ダメ|すぎ|足り|余[るっり]|だと|なら|より|\b(?:not|no|never|too|but|missing|lacks?|cheaper|without|hates?|only|nice|bonus|maybe)\b|n't\b|\bcrossed|\bdropped/

/** 翻訳のほうは。 asks about an option. */
const IS_NAMED_ONLY = /は[。、…]?$/

/** Options that a statement names, and neither denies nor describes. */
function openIn(reader: Reader, sentence: Sentence): string[] {
  if (isQuestion(sentence.folded) || IS_NAMED_ONLY.test(sentence.folded)) return []
  if (reader.topic.not?.test(sentence.folded) ?? false) return []
  if (!isStated(reader, sentence)) return []
  return allStanding(reader, mentionsIn(reader, sentence), sentence)
    .filter(({ end }) => !LIMITED.test(sentence.folded.slice(end)))
    .map(({ value }) => value)
}

/** Whether somebody names an option that the list does not contain. */
export function hasOpenOption(reader: Reader, turns: readonly Sentence[][], values: readonly string[]): boolean {
  return turns.flat().some((sentence) => openIn(reader, sentence).some((value) => !values.includes(value)))
}

/** Whether another option is named after a sentence, and the chosen one not again after it. */
export function isChoiceOpen(reader: Reader, turns: readonly Sentence[][], last: Sentence, value: string): boolean {
  let isOpen = false
  for (const sentence of turns.flat()) {
    if (sentence.turn < last.turn || (sentence.turn === last.turn && sentence.index <= last.index)) continue
    const named = openIn(reader, sentence)
    if (named.includes(value)) isOpen = false
    else if (named.length > 0) isOpen = true
  }
  return isOpen
}
