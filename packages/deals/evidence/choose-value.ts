// Chooses the value of a property among its candidates. A value is proposed if it is likely, no other one is nearly as
// likely, and it is no likelier the value of another property.
import type { RuleValue } from '../rules/reading.ts'
import { likelihoodOf, type Weights } from './likelihood.ts'
import type { Reading } from './read-candidates.ts'
import type { Candidate, Kind } from './traits.ts'

export interface Choice extends RuleValue {
  /** 0 to 1. */
  likelihood: number
}

/** Share of the likelihood of the second value that counts against the first. */
const RIVAL_SHARE = 0.8
/** Share of the likelihood that the same value belongs to another property. */
const SIBLING_SHARE = 0.5
/** Minimum likelihood of an option of a list. */
const MIN_OPTION = 0.5
/** A list of next steps. */
const MAX_STEPS = 3
const MIN_STEP = 0.25

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

/** The likeliest next steps, in the order of the conversation. One of them is enough. */
function chooseSteps(scored: readonly Scored[]): Choice | null {
  const best = scored.toSorted((a, b) => b.likelihood - a.likelihood).slice(0, MAX_STEPS)
  const steps = best.filter(({ likelihood }, index) => index === 0 || likelihood >= MIN_STEP)
  const likelihood = 1 - steps.reduce((product, one) => product * (1 - one.likelihood), 1)
  return steps.length === 0
    ? null
    : joined(
        scored.filter((one) => steps.includes(one)),
        '\n',
        likelihood,
      )
}

function chooseOne(weights: Weights, { kind, siblings }: Reading, scored: readonly Scored[]): Choice | null {
  const [best, second] = scored.toSorted((a, b) => b.likelihood - a.likelihood)
  if (!best) return null
  const { value, quotes } = best
  // The passages of a problem overlap.
  const rival = kind === 'problem' ? 0 : (second?.likelihood ?? 0)
  const same = siblings().flatMap((candidates) => candidates.filter((one) => one.value === value))
  const sibling = Math.max(0, ...same.map(({ traits }) => likelihoodOf(weights, kind, traits)))
  const likelihood = best.likelihood * (1 - RIVAL_SHARE * rival) * (1 - SIBLING_SHARE * sibling)
  return { value, quotes, likelihood }
}

/** The likeliest value; null without candidates. `order`: the options of the property. */
export function chooseValue(weights: Weights, reading: Reading, order: readonly string[]): Choice | null {
  const kind: Kind = reading.kind
  const scored = reading.candidates.map((one): Scored => ({
    ...one,
    likelihood: likelihoodOf(weights, kind, one.traits),
  }))
  if (kind === 'several') return chooseOptions(scored, order)
  return kind === 'promise' ? chooseSteps(scored) : chooseOne(weights, reading, scored)
}
