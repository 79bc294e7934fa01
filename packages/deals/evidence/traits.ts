// Traits are names of what can be said of a possible value: "cue", "any:asked". A weight is fitted for each of them.
import type { RuleQuote } from '../rules/reading.ts'

/** A possible value of a property in a conversation. */
export interface Candidate {
  value: string
  traits: string[]
  /** Literal sentences that support the value. */
  quotes: RuleQuote[]
}

/** Kinds of values. Each kind has its own weights. */
export type Kind =
  | 'money'
  | 'day'
  | 'term'
  | 'count'
  | 'places'
  | 'name'
  | 'choice'
  | 'several'
  | 'industry'
  | 'source'
  | 'yesNo'
  | 'problem'
  | 'promise'

/** The names whose condition holds. */
export function traitsWhere(conditions: Readonly<Record<string, boolean | undefined>>): string[] {
  return Object.entries(conditions).flatMap(([name, holds]) => (holds === true ? [name] : []))
}
