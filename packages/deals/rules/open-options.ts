// Options that are named and left open. A list without them could be incomplete, and a choice before them may have changed:
// neither is proposed.
import { isElsewhere } from './clauses.ts'
import { type Mention, mentionsIn, type Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { allStanding, isStated } from './standing.ts'
import { isQuestion } from './statements.ts'

/** With these words after an option, a statement may refuse it or compare it. */
const LIMITED =
  /ない|ません|不要|結構|外|落|やめ|だめ|ダメ|すぎ|足り|余[るっり]|だと|なら|より|\b(?:not|no|never|too|but|missing|lacks?|cheaper|without|hates?|only|nice|bonus|maybe)\b|n't\b|\bcrossed|\bdropped/
/** 翻訳のほうは。 asks about an option. */
const IS_NAMED_ONLY = /は[。、…]?$/

function isAsking(folded: string): boolean {
  return (isQuestion(folded) && !/よね。?$/.test(folded)) || IS_NAMED_ONLY.test(folded)
}

/** The options of a statement: those that it names without a limit, and the others. */
function optionsIn(reader: Reader, sentence: Sentence): { open: Mention[]; limited: Mention[] } {
  const { folded } = sentence
  if (isAsking(folded) || (reader.topic.not?.test(folded) ?? false) || !isStated(reader, sentence))
    return { open: [], limited: [] }
  const mentions = mentionsIn(reader, sentence)
  const standing = new Set(allStanding(reader, mentions, sentence))
  const isOpen = (one: Mention) =>
    standing.has(one) && !LIMITED.test(folded.slice(one.end)) && !isElsewhere(reader, folded, one)
  return { open: mentions.filter(isOpen), limited: mentions.filter((one) => !isOpen(one)) }
}

/** Whether an option outside of the list is named and not refused later. */
export function hasOpenOption(reader: Reader, turns: readonly Sentence[][], values: readonly string[]): boolean {
  const left = new Set<string>()
  for (const sentence of turns.flat()) {
    const { open, limited } = optionsIn(reader, sentence)
    for (const { value } of limited) left.delete(value)
    for (const { value } of open) if (!values.includes(value)) left.add(value)
  }
  return left.size > 0
}

/** Whether the conversation names another option. When it names two sources or industries, one usually belongs to another company. */
export function hasRival(reader: Reader, turns: readonly Sentence[][], value: string): boolean {
  return turns.flat().some((sentence) => mentionsIn(reader, sentence).some((one) => one.value !== value))
}

/** Whether another option is named after a sentence, and the chosen one not again after it. */
export function isChoiceOpen(reader: Reader, turns: readonly Sentence[][], last: Sentence, value: string): boolean {
  let isOpen = false
  for (const sentence of turns.flat()) {
    if (sentence.turn < last.turn || (sentence.turn === last.turn && sentence.index <= last.index)) continue
    const named = optionsIn(reader, sentence).open.map((one) => one.value)
    if (named.length > 0) isOpen = !named.includes(value)
  }
  return isOpen
}
