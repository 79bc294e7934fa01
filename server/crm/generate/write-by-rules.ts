// Without a connected model: values that rules find. The reason of each is the sentence that states it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { proposeValue } from '@kaiwa/deals/evidence/propose-value.ts'
import type { RuleValue } from '@kaiwa/deals/rules/reading.ts'
import { checkQuotes, readCited } from '../../assistant/check-quotes.ts'
import { KEPT } from './check-proposal.ts'
import type { Finding } from './store/values.ts'
import { GenerationEnded, talkOf, type Writing } from './writing.ts'

/** The quotes are looked for in their blocks like those of a model. A value without one is not offered. */
async function toFinding({ work, file, spoken }: Writing, found: RuleValue): Promise<Finding> {
  const ids = new Map(spoken.map((block) => [block.uuid, block]))
  const cited = found.quotes.map(({ block }) => block)
  const evidence = checkQuotes(found.quotes, ids, await readCited(work.app.db, [file], ids, cited))
  const reason = evidence.map(({ quote }) => quote).join(' ')
  return evidence.length === 0 ? KEPT : { value: found.value, reason, evidence }
}

export async function writeByRules(writing: Writing): Promise<void> {
  const { work, spoken, properties, settings, on } = writing
  const blocks = talkOf(spoken)
  for (const property of properties) {
    work.signal.throwIfAborted()
    if (!(await writing.isWanted())) throw new GenerationEnded('the generation has ended')
    const found = proposeValue(property, settings, blocks, on)
    await writing.store(property.name, found ? await toFinding(writing, found) : KEPT)
    // A long transcript does not keep the program from its other work.
    await nextTurn()
  }
}
