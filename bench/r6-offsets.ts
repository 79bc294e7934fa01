// R6: 1,000 seeds of 10,000 random edits each (typing, splits, merges, selections, replaces, tags, speakers, sections,
// undo, redo, saves), checked against an oracle of characters that carry their words and passages. At the end
// everything is undone and compared with the initial bytes. Two processes share the seeds. `node bench/r6-offsets.ts
// 20` runs 20 seeds, `node bench/r6-offsets.ts 20 1` in one process; both store no result. CI runs 40 short ones
// (packages/transcript/random-edits.test.ts).

import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runRandomEdits } from '@kaiwa/transcript/test/random-edits.ts'
import { report } from './measure.ts'

const EDITS = 10_000
const SEEDS = 1000
const seeds = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 4 : SEEDS))
/** Number of progress messages. */
const PROGRESS_MESSAGES = 50

/** Runs a share of the seeds (from `first` in steps of `step`) and reports each; null means equal to the oracle. */
function runShare(first: number, step: number): void {
  for (let seed = first; seed <= seeds; seed += step) {
    let difference: string | null = null
    try {
      runRandomEdits(seed, EDITS)
    } catch (error) {
      difference = String(error)
    }
    process.send!(difference)
  }
}

const found: string[] = []
const started = performance.now()
let done = 0

function note(difference: string | null): void {
  if (difference !== null && found.push(difference) <= 10) console.error(difference)
  done++
  if (done % Math.ceil(seeds / PROGRESS_MESSAGES) > 0) return
  const seconds = (performance.now() - started) / 1000
  const left = Math.round((seconds / done) * (seeds - done))
  console.log(`R6 ${done} of ${seeds} seeds, ${found.length} differences, about ${left} s left`)
}

/** Runs a share in a separate process; a process that dies counts as a difference. */
function share(first: number, step: number): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), [String(seeds), '', String(first), String(step)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    child.on('message', (difference) => note(difference as string | null))
    child.once('close', (code) => {
      if (code !== 0) found.push(`a process ended with ${String(code)}`)
      resolve()
    })
  })
}

async function runAll(): Promise<void> {
  const wanted = Number(process.argv[3] ?? 2)
  const processes = Math.min(wanted, availableParallelism(), seeds)
  await Promise.all(Array.from({ length: processes }, (_, number) => share(number + 1, processes)))
  const seconds = Math.round((performance.now() - started) / 1000)
  const what = `${done} of ${seeds} seeds x ${EDITS} edits in ${processes} processes and ${seconds} s`
  const isSound = found.length === 0 && done === seeds
  if (seeds >= SEEDS)
    await report({
      id: 'R6',
      ours: found.length,
      peer: 0,
      unit: 'differences',
      ratio: found.length,
      goal: '0 differences',
      ok: isSound,
      pairs: 1,
      note: what,
      at: new Date().toISOString(),
    })
  console.log(`R6 ${isSound ? 'holds' : 'is broken'}: ${found.length} differences, ${what}`)
  process.exitCode = isSound ? 0 : 1
}

const [, , , , first, step] = process.argv
if (first === undefined) await runAll()
else {
  runShare(Number(first), Number(step))
  process.disconnect()
}
