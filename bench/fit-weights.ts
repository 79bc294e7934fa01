// Fits the weights of a logistic function to examples with named traits: coordinate descent with Newton steps and an L2
// penalty. Every trait has a weight for all kinds of values and one for each kind.
import type { Weights } from '@kaiwa/deals/evidence/likelihood.ts'

export interface Example {
  kind: string
  traits: readonly string[]
  isRight: boolean
}

/** Penalty of a weight for all kinds. */
const SHARED_PENALTY = 1.5
/** A higher penalty keeps kinds with few examples at the weight of all kinds. */
const KIND_PENALTY = 10
const MAX_ROUNDS = 60
const MIN_CHANGE = 0.01
const MAX_STEP = 1

interface Column {
  name: string
  penalty: number
  rows: number[]
  weight: number
}

const BIAS = 'bias'

function namesOf({ kind, traits }: Example): string[] {
  return [BIAS, `${kind}|`, ...traits, ...traits.map((trait) => `${kind}|${trait}`)]
}

function penaltyOf(name: string): number {
  if (name === BIAS) return 0
  return /\|./.test(name) ? KIND_PENALTY : SHARED_PENALTY
}

function columnsOf(examples: readonly Example[]): Column[] {
  const columns = new Map<string, Column>()
  for (const [row, example] of examples.entries())
    for (const name of namesOf(example)) {
      const column = columns.get(name) ?? { name, penalty: penaltyOf(name), rows: [], weight: 0 }
      column.rows.push(row)
      columns.set(name, column)
    }
  return [...columns.values()]
}

/** One Newton step of a column. `sums`: the sums of the weights of each example. Returns the change. */
function stepOf(column: Column, examples: readonly Example[], sums: Float64Array): number {
  let [gradient, curvature] = [column.penalty * column.weight, column.penalty + 1e-6]
  for (const row of column.rows) {
    const { isRight } = examples[row]!
    const likelihood = 1 / (1 + Math.exp(-sums[row]!))
    gradient += likelihood - (isRight ? 1 : 0)
    curvature += likelihood * (1 - likelihood)
  }
  const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, -gradient / curvature))
  column.weight += step
  for (const row of column.rows) sums[row]! += step
  return Math.abs(step)
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100
}

function toWeights(columns: readonly Column[]): Weights {
  const kinds: Record<string, number> = {}
  const traits: Record<string, Record<string, number>> = {}
  let bias = 0
  for (const { name, weight } of columns.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [, kind, trait] = /^(?:([^|]*)\|)?(.*)$/.exec(name)!
    if (name === BIAS) bias = rounded(weight)
    else if (trait === '') kinds[kind!] = rounded(weight)
    else if (rounded(weight) !== 0) (traits[trait!] ??= {})[kind ?? 'all'] = rounded(weight)
  }
  return { bias, kinds, traits }
}

export function fitWeights(examples: readonly Example[]): Weights {
  const columns = columnsOf(examples)
  const sums = new Float64Array(examples.length)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let change = 0
    for (const column of columns) change += stepOf(column, examples, sums)
    if (change < MIN_CHANGE) break
  }
  return toWeights(columns)
}
