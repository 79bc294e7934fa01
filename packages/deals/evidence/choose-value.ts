// Chooses the value of a property among its candidates. A value is proposed if it is likely, no other one is nearly as
// likely, and it is no likelier the value of another property.
import type { RuleQuote, RuleValue } from '../rules/reading.ts'
import { likelihoodOf, type Weights } from './likelihood.ts'
import type { Reading } from './read-candidates.ts'
import type { Candidate } from './traits.ts'

export interface Choice extends RuleValue {
  /** 0 to 1. */
  likelihood: number
}

/** Share of the likelihood of the second value that counts against the first. */
const RIVAL_SHARE = 0.4
/** Share of the likelihood that the same value belongs to another property. */
const SIBLING_SHARE = 0.5
/** Minimum likelihood of an option of a list. */
const MIN_OPTION = 0.5
/** A list of next steps, or of passages on the problem. */
const MAX_PASSAGES = { promise: 3, problem: 2 }
const MIN_PASSAGE = 0.25

interface Scored extends Candidate {
  likelihood: number
}

function joined(parts: readonly Scored[], separator: string, likelihood: number): Choice {
  return {
    value: parts.map(({ value }) => value).join(separator),
    quotes: parts.flatMap(({ quotes }) => quotes),
    likelihood,
  }
}

/** All likely options. Each option may be wrong, and each of the others may be missing. */
function chooseOptions(scored: readonly Scored[], order: readonly string[]): Choice | null {
  const chosen = scored
    .filter(({ likelihood }) => likelihood >= MIN_OPTION)
    .toSorted((a, b) => order.indexOf(a.value) - order.indexOf(b.value))
  const likelihood = scored.reduce((product, one) => product * Math.max(one.likelihood, 1 - one.likelihood), 1)
  return chosen.length === 0 ? null : joined(chosen, ';', likelihood)
}

/** The likeliest passages without a common sentence, in the order of the conversation. One of them is enough. */
function choosePassages(scored: readonly Scored[], max: number): Choice | null {
  const chosen: Scored[] = []
  const isSeen = ({ block, quote }: RuleQuote) =>
    chosen.some(({ quotes }) => quotes.some((one) => one.block === block && one.quote === quote))
  for (const one of scored.toSorted((a, b) => b.likelihood - a.likelihood)) {
    if (chosen.length === max || (chosen.length > 0 && one.likelihood < MIN_PASSAGE)) break
    if (!one.quotes.some(isSeen)) chosen.push(one)
  }
  const likelihood = 1 - chosen.reduce((product, one) => product * (1 - one.likelihood), 1)
  const inOrder = scored.filter((one) => chosen.includes(one))
  return chosen.length === 0 ? null : joined(inOrder, '\n', likelihood)
}

function chooseOne(weights: Weights, { kind, siblings }: Reading, scored: readonly Scored[]): Choice | null {
  const [best, second] = scored.toSorted((a, b) => b.likelihood - a.likelihood)
  if (!best) return null
  const { value, quotes } = best
  const rival = second?.likelihood ?? 0
  const same = siblings().flatMap((candidates) => candidates.filter((one) => one.value === value))
  const sibling = Math.max(0, ...same.map(({ traits }) => likelihoodOf(weights, kind, traits)))
  const likelihood = best.likelihood * (1 - RIVAL_SHARE * rival) * (1 - SIBLING_SHARE * sibling)
  return { value, quotes, likelihood }
}

/** The likeliest value; null without candidates. `order`: the options of the property. */
export function chooseValue(weights: Weights, reading: Reading, order: readonly string[]): Choice | null {
  const { kind } = reading
  const scored = reading.candidates.map((one): Scored => ({
    ...one,
    likelihood: likelihoodOf(weights, kind, one.traits),
  }))
  if (kind === 'several') return chooseOptions(scored, order)
  if (kind === 'promise' || kind === 'problem') return choosePassages(scored, MAX_PASSAGES[kind])
  return chooseOne(weights, reading, scored)
}
