// R6: 1,000 seeds of 10,000 random edits each (typing, splits, merges, selections, replaces, tags, speakers, sections,
// undo, redo, saves) beside an oracle of characters that carry their words and passages; at the end everything is undone
// and the first bytes compared. Half the seeds run in each of two processes. `node bench/r6-offsets.ts 20` runs 20 seeds
// and keeps no figure.

import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runRandomEdits } from '@kaiwa/transcript/test/random-edits.ts'
import { report } from './measure.ts'

const EDITS = 10_000
const SEEDS = 1000
const seeds = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 4 : SEEDS))

/** The seeds of a share (from `first` in steps of `step`) that differ from the oracle, each with its first difference. */
function differencesOf(first: number, step: number): string[] {
  const found: string[] = []
  for (let seed = first; seed <= seeds; seed += step) {
    try {
      runRandomEdits(seed, EDITS)
    } catch (error) {
      found.push(String(error))
    }
  }
  return found
}

/** Runs a share in a process of its own; one that dies counts as a difference. */
const share = (first: number, step: number): Promise<string[]> =>
  new Promise((resolve) => {
    let found: string[] | undefined
    const child = fork(fileURLToPath(import.meta.url), [String(seeds), String(first), String(step)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    child.on('message', (message) => (found = message as string[]))
    child.once('close', (code) => resolve(found ?? [`a process ended with ${String(code)}`]))
  })

const [, , , first, step] = process.argv
if (first === undefined) {
  const started = performance.now()
  const processes = Math.min(2, availableParallelism(), seeds)
  const found = (
    await Promise.all(Array.from({ length: processes }, (_, number) => share(number + 1, processes)))
  ).flat()
  for (const difference of found.slice(0, 10)) console.error(difference)
  const note = `${seeds} seeds x ${EDITS} edits in ${Math.round((performance.now() - started) / 1000)} s`
  if (seeds < SEEDS) console.log(`R6 ${found.length} differences (${note}, not the whole figure)`)
  else
    await report({
      id: 'R6',
      ours: found.length,
      peer: 0,
      unit: 'differences',
      ratio: found.length,
      goal: '0 differences',
      ok: found.length === 0,
      pairs: 1,
      note,
      at: new Date().toISOString(),
    })
} else {
  process.send!(differencesOf(Number(first), Number(step)))
  process.disconnect()
}
