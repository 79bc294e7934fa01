// R5: 1,000 random interleavings of two users with two tabs each who edit one file, checked against an oracle that
// applies exactly the acknowledged saves. `node bench/r5-interleavings.ts 20` runs 20 of them and stores no result; CI
// runs twelve (server/transcripts/changes/interleavings.test.ts).
import { createEditingFixture, createFixtureFile } from '../server/test/factories/editing-fixture.ts'
import { playInterleaving } from '../server/test/interleavings.ts'
import { openCalls } from './in-process-calls.ts'
import { report } from './measure.ts'

const SEEDS = 1000
const STEPS = 25
const seeds = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 20 : SEEDS))
/** Number of interleavings between two progress messages. */
const PROGRESS_INTERVAL = 25
const calls = await openCalls()
const sum = { saved: 0, refused: 0, lost: 0, doubled: 0 }
try {
  const people = await createEditingFixture(calls)
  const began = performance.now()
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await playInterleaving(calls, await createFixtureFile(calls, people), { seed, steps: STEPS })
    for (const key of ['saved', 'refused', 'lost', 'doubled'] as const) sum[key] += outcome[key]
    if (outcome.lost + outcome.doubled > 0) console.error(`seed ${seed}: ${JSON.stringify(outcome)}`)
    if (seed % PROGRESS_INTERVAL === 0) {
      const seconds = (performance.now() - began) / 1000
      const left = Math.round((seconds / seed) * (seeds - seed))
      console.log(`R5 ${seed} of ${seeds} orders, ${sum.lost} lost, ${sum.doubled} doubled, about ${left} s left`)
    }
  }
} finally {
  await calls.close()
}
const note = `${seeds} orders of ${STEPS} steps: ${sum.saved} saves, ${sum.refused} refused, ${sum.lost} lost, ${sum.doubled} doubled`
const found = sum.lost + sum.doubled
if (seeds >= SEEDS)
  await report({
    id: 'R5',
    ours: found,
    peer: 0,
    unit: 'lost or doubled',
    ratio: found,
    goal: '<= 0',
    ok: found === 0,
    pairs: seeds,
    note,
    at: new Date().toISOString(),
  })
console.log(`R5 ${found === 0 ? 'holds' : 'is broken'}: ${note}`)
process.exitCode = found > 0 ? 1 : 0
