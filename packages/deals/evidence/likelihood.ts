// How likely a candidate is the value of its property: a logistic function of the weights of its traits. The weights are
// fitted to calls with known values (bench/fit-crm-weights.ts). A trait has a weight for all kinds of values, and another one
// for each kind that differs.
import fitted from './weights.json' with { type: 'json' }
import type { Kind } from './traits.ts'

export interface Weights {
  bias: number
  kinds: Readonly<Record<string, number>>
  traits: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export const WEIGHTS: Weights = fitted

export function likelihoodOf({ bias, kinds, traits }: Weights, kind: Kind, own: readonly string[]): number {
  const weightOf = (name: string) => (traits[name]?.['all'] ?? 0) + (traits[name]?.[kind] ?? 0)
  const sum = own.reduce((total, name) => total + weightOf(name), bias + (kinds[kind] ?? 0))
  return 1 / (1 + Math.exp(-sum))
}
