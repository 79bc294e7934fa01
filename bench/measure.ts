// The method of every measurement: ours and the peer alternate (A B A B …), the first pair is dropped (caches,
// just-in-time compilers), and the result is the median of the ratios of the pairs. A temporary slowdown of the machine
// affects both sides.

import { readFile, writeFile } from 'node:fs/promises'
import { IS_SHORT, PAIRS } from './run-options.ts'

/** One run. A returned number is the measured value (in any unit), otherwise the duration in ms is used. */
export type Run = () => number | void | Promise<number | void>

export interface Comparison {
  /** Id in the list of goals, e.g. J1. */
  id: string
  /** The required ratio ours / peer. */
  goal: { atMost: number } | { atLeast: number }
  ours: Run
  peer: Run
  /** Number of counted pairs; one more is run before and dropped. */
  pairs?: number
  /** Unit of the values; ms unless the runs return their own. */
  unit?: string
  /** Subtracted from ours before the ratio is computed, in `unit`: the `+ 0.5 s` of a goal. */
  allowance?: number
  /** Printed after the values, for example the size of the input. */
  note?: string
}

export interface Result {
  id: string
  /** Medians, for display; the ratio is computed pair by pair. */
  ours: number
  peer: number
  unit: string
  ratio: number
  goal: string
  ok: boolean
  pairs: number
  note?: string
  at: string
}

const RESULTS = new URL('results.json', import.meta.url)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The 95th percentile; Infinity for an empty list. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity
}

async function measure(run: Run): Promise<number> {
  const start = performance.now()
  const own = await run()
  return own ?? performance.now() - start
}

/** At most four significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** Prints one line (`J1 ours … peer … ratio … goal … ok|missed`) and stores the result in bench/results.json. */
export async function report(result: Result): Promise<void> {
  const { id, ours, peer, unit, ratio, goal, ok, note } = result
  const verdict = ok ? 'ok' : 'missed'
  const fewer = PAIRS === undefined ? [] : [`${PAIRS} pairs`]
  const tail = note || fewer.length > 0 ? ` (${[...fewer, ...(note ? [note] : [])].join(', ')})` : ''
  console.log(
    `${id} ours ${short(ours)} ${unit} peer ${short(peer)} ${unit} ratio ${ratio.toFixed(3)} goal ${goal} ${verdict}${tail}`,
  )
  if (IS_SHORT || PAIRS !== undefined) return
  const known = await readFile(RESULTS, 'utf8').catch(() => '{}')
  const results = { ...(JSON.parse(known) as Record<string, Result>), [id]: result }
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

/** One pair of values, ours and the peer's, in the comparison's unit. */
export interface Pair {
  ours: number
  peer: number
}

/** Computes the result from the counted pairs (the first one is already dropped). */
export function toResult(comparison: Omit<Comparison, 'ours' | 'peer'>, pairs: readonly Pair[]): Result {
  const { id, goal, unit = 'ms', allowance = 0, note } = comparison
  const ratio = median(pairs.map((pair) => (pair.ours - allowance) / pair.peer))
  const plus = allowance === 0 ? '' : ` + ${allowance} ${unit}`
  return {
    id,
    ours: median(pairs.map((pair) => pair.ours)),
    peer: median(pairs.map((pair) => pair.peer)),
    unit,
    ratio,
    goal: 'atMost' in goal ? `<= ${goal.atMost}${plus}` : `>= ${goal.atLeast}${plus}`,
    ok: 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast,
    pairs: pairs.length,
    ...(note === undefined ? {} : { note }),
    at: new Date().toISOString(),
  }
}

/**
 * Runs the comparison, prints and stores the result. `ok` is true if the goal is met; a missed goal is not an error.
 */
export async function compare({ ours, peer, ...comparison }: Comparison): Promise<Result> {
  const measured: Pair[] = []
  for (let pair = 0; pair <= (PAIRS ?? comparison.pairs ?? 5); pair++) {
    measured.push({ ours: await measure(ours), peer: await measure(peer) })
  }
  const result = toResult(comparison, measured.slice(1))
  await report(result)
  return result
}
