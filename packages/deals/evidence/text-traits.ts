// Traits that all sentences share that may be the value of a text.
import { isTakenUp } from '../rules/find-complaint.ts'
import { isInstruction } from '../rules/instructions.ts'
import type { Reader } from '../rules/mentions.ts'
import { isAbout, reactionTo } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { sellerOf } from '../rules/seller.ts'
import * as statements from '../rules/statements.ts'
import { traitsWhere } from './traits.ts'
import { wordTraits } from './words.ts'

/** A shorter sentence is no text. */
const MIN_LETTERS = 6

export interface TextPlace {
  sentence: Sentence
  own: readonly Sentence[]
  /** The last sentence of the other person before this one. */
  asked: Sentence | undefined
  /** The sentences before and after it in the same turn. */
  before: Sentence | undefined
  after: Sentence | undefined
  /** The turn of the other person after it. */
  next: readonly Sentence[]
  isTakenUp: boolean
  isAgreed: boolean
  traits: string[]
}

export function textPlaces(reader: Reader, turns: readonly Sentence[][]): TextPlace[] {
  const seller = sellerOf(turns)
  return turns.flat().flatMap((sentence): TextPlace[] => {
    const { folded, turn, index, block, text } = sentence
    if (text.length < MIN_LETTERS || isInstruction(folded)) return []
    const own = turns[turn]!
    const asked = turns[turn - 1]?.at(-1)
    const next = turns[turn + 1] ?? []
    const takenUp = next.slice(0, 2).some((one) => isTakenUp(sentence, one))
    const reaction = reactionTo(turns, sentence)
    const traits = [
      ...wordTraits('w', folded),
      ...traitsWhere({
        cue: isAbout(reader, folded),
        question: statements.isQuestion(folded),
        undecided: statements.isUndecided(folded),
        condition: statements.isCondition(folded),
        deferred: statements.isDeferred(folded),
        noStatement: statements.isNoStatement(folded),
        past: statements.isPast(folded),
        suggestion: statements.isSuggestion(folded),
        seller: seller !== null && block.speaker === seller,
        customer: seller !== null && block.speaker !== seller,
        long: text.length > 60,
        short: text.length < 14,
        first: index === 0,
        askedCue: asked && statements.isPrompt(asked.folded) && isAbout(reader, asked.folded),
        yes: reaction === 'yes',
        no: reaction === 'no',
        takenUp,
      }),
    ]
    const [before, after] = [own[index - 1], own[index + 1]]
    return [{ sentence, own, asked, before, after, next, isTakenUp: takenUp, isAgreed: reaction === 'yes', traits }]
  })
}
