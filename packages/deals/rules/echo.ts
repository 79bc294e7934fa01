// A value that the next speaker repeats counts as confirmed: "It's for the hundred and forty physicians." "Okay, a hundred
// and forty."
import { isElsewhere } from './clauses.ts'
import { mentionsIn, type Reader } from './mentions.ts'
import type { Sentence } from './sentences.ts'
import { standingIn } from './standing.ts'
import { isDoubtful, isPast, isQuestion } from './statements.ts'

/** Sentences at the beginning of a turn that may repeat a value. */
const ECHO_SENTENCES = 2

export interface Echo {
  values: string[]
  /** The sentence of the first speaker that contains the value. */
  said: Sentence
  echo: Sentence
}

/** The values of a turn that the next speaker repeats in a statement; null if there are none. */
export function echoOf(reader: Reader, turns: readonly Sentence[][], turn: number): Echo | null {
  const own = turns[turn]!
  const next = turns[turn + 1]
  if (!next || next[0]?.block.speaker === own[0]?.block.speaker) return null
  for (const echo of next.slice(0, ECHO_SENTENCES)) {
    if (isQuestion(echo.folded) || isDoubtful(echo.folded, reader.topic) || isPast(echo.folded)) continue
    const values = standingIn(reader, echo)
    if (values.length === 0) continue
    const said = own.findLast((one) =>
      mentionsIn(reader, one).some(
        (mention) => values.includes(mention.value) && !isElsewhere(reader, one.folded, mention),
      ),
    )
    return said ? { values, said, echo } : null
  }
  return null
}
