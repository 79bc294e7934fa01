// R5: 1,000 orders in which two people with two tabs each edit one file, beside an oracle that takes over exactly what
// was acknowledged. `node bench/r5-interleavings.ts 20` plays 20 of them and keeps no figure.
import { createStudio, createStudioFile } from '../server/test/factories/editing.ts'
import { playInterleaving } from '../server/test/interleavings.ts'
import { openCalls } from './calls.ts'
import { report } from './measure.ts'

const SEEDS = 1000
const STEPS = 25
const seeds = Number(process.argv[2] ?? SEEDS)
const calls = await openCalls()
const sum = { saved: 0, refused: 0, lost: 0, doubled: 0 }
try {
  const people = await createStudio(calls)
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await playInterleaving(calls, await createStudioFile(calls, people), { seed, steps: STEPS })
    for (const key of ['saved', 'refused', 'lost', 'doubled'] as const) sum[key] += outcome[key]
    if (outcome.lost + outcome.doubled > 0) console.error(`seed ${seed}: ${JSON.stringify(outcome)}`)
  }
} finally {
  await calls.close()
}
const note = `${seeds} orders of ${STEPS} steps: ${sum.saved} saves, ${sum.refused} refused, ${sum.lost} lost, ${sum.doubled} doubled`
const found = sum.lost + sum.doubled
if (seeds < SEEDS) console.log(`R5 ${note}, not the whole figure`)
else
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
process.exitCode = found > 0 ? 1 : 0
