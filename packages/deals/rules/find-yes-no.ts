// Yes and no: an answer to a question about the subject, or a sentence that says whether it holds.
import { checkValue } from '../check-value.ts'
import { isAbout, quoteOf, reactionTo, type RuleValue } from './reading.ts'
import type { Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { isDoubtful, isPast, isQuestion } from './statements.ts'

const NO =
  /不要|必要(?:は|も)?(?:あり)?(?:ませ|ない|な[いく])|(?:し|なり|あり|希望し|使い|受け|行い)ませ(?!んか)|ないです|なし(?:で|に)|結構です|やめ|見送|\b(?:no need|not (?:need|necessary|required|want|interested)|don't (?:need|want|require)|do not (?:need|want|require)|isn't (?:required|necessary)|won't|no,|without|skip)\b/
const YES =
  /必要(?:です|になり|があり|だと|で、)|希望し(?:ます|たい|てい)|(?:し|使い|受け|行い|お願いし|試し|やり|始め)たい|お願いし|(?<!は)あります|ございます|はい|やります|\b(?:(?:is|are) (?:required|needed|necessary|mandatory)|we (?:do )?(?:need|want|require|would like|have)|would like|we'd like|must|has to|have to|yes)\b/

/** True, false, or null where a sentence says neither. */
export function polarity(folded: string): boolean | null {
  if (NO.test(folded)) return false
  return YES.test(folded) ? true : null
}

function answerOf(folded: string): boolean | null {
  if (
    /^(?:はい|ええ(?!と)|そうですね|もちろん|ぜひ|yes|yeah|yep|sure|absolutely|of course|definitely|please)/.test(
      folded,
    )
  )
    // はい、必要ありません。
    return !NO.test(folded.replace(/^yes,? /, ''))
  if (/^(?:いいえ|いえ|いや|no\b|nope|not (?:really|at all))/.test(folded)) return false
  return polarity(folded)
}

/** A bool property has the values of its options, or true and false. */
export function yesNoValue({ property, settings, on }: Reader, isTrue: boolean): string | null {
  for (const text of isTrue ? ['true', 'yes', 'はい'] : ['false', 'no', 'いいえ']) {
    const checked = checkValue(property, settings, text, on)
    if ('value' in checked && checked.value !== '') return checked.value
  }
  return null
}

/** Yes, no, or null: what the next turn says to a question. A question with a negation can be answered either way. */
export function answerTo(
  turns: readonly Sentence[][],
  question: Sentence,
): { isTrue: boolean; answer: Sentence } | null {
  const isLast = question.index === turns[question.turn]!.length - 1
  const answer = isLast ? turns[question.turn + 1]?.[0] : undefined
  if (!answer || answer.block.speaker === question.block.speaker || isDoubtful(answer.folded)) return null
  if (polarity(question.folded) === false) return null
  const isTrue = isQuestion(answer.folded) ? null : answerOf(answer.folded)
  return isTrue === null ? null : { isTrue, answer }
}

export function findYesNo(reader: Reader, turns: readonly Sentence[][]): RuleValue | null {
  let found: { isTrue: boolean; sentences: Sentence[] } | null = null
  for (const sentence of turns.flat()) {
    const { folded } = sentence
    if (!isAbout(reader, folded) || isDoubtful(folded) || isPast(folded)) continue
    if (isQuestion(folded)) {
      const answered = answerTo(turns, sentence)
      if (answered) found = { isTrue: answered.isTrue, sentences: [sentence, answered.answer] }
    } else {
      const isTrue = polarity(folded)
      if (isTrue !== null && reactionTo(turns, sentence) !== 'no') found = { isTrue, sentences: [sentence] }
    }
  }
  const value = found && yesNoValue(reader, found.isTrue)
  return found && value !== null ? { value, quotes: found.sentences.map(quoteOf) } : null
}
