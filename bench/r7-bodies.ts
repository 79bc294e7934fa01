// R7: 10,000 hostile bodies, queries and paths over all operations, sent by owners, viewers, members of other workspaces
// and callers without a session. No answer may be a 5xx, no refusal larger than 64 kB, and none may keep the event loop
// busy for more than a second. `node bench/r7-bodies.ts 20` runs 20 rounds and stores no figure; `… 20 3` uses seed 3.
// CI runs a few rounds (server/hostile-bodies.test.ts).
import { CALLS_PER_ROUND, MAX_BUSY_MS, playHostileBodies } from '../server/test/hostile/play-hostile-bodies.ts'
import { openCalls } from './in-process-calls.ts'
import { report } from './measure.ts'

const ROUNDS = Math.ceil(10_000 / CALLS_PER_ROUND)
const rounds = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 20 : ROUNDS))
const seed = Number(process.argv[3] ?? 1)
/** Calls after which it says how far it is. */
const PROGRESS_INTERVAL = 240

const calls = await openCalls()
try {
  const began = performance.now()
  let reported = 0
  const played = await playHostileBodies(calls, {
    seed,
    rounds,
    onProgress: ({ calls: done, violations, busiestMs, busiest }) => {
      for (const violation of violations.slice(reported)) console.error(JSON.stringify(violation))
      reported = violations.length
      if (done % PROGRESS_INTERVAL !== 0) return
      const left = Math.round(((performance.now() - began) / done) * (rounds * CALLS_PER_ROUND - done) * 1e-3)
      console.log(
        `R7 ${done} calls, ${reported} violations, busiest ${Math.round(busiestMs)} ms (${busiest}), about ${left} s left`,
      )
    },
  })
  const { busiestMs, busiest, violations, byStatus } = played
  const note = `${played.calls} calls, ${violations.length} violations, busiest ${Math.round(busiestMs)} ms (${busiest}), ${JSON.stringify(byStatus)}`
  if (rounds >= ROUNDS)
    await report({
      id: 'R7',
      ours: busiestMs,
      peer: MAX_BUSY_MS,
      unit: 'ms',
      ratio: busiestMs / MAX_BUSY_MS,
      goal: '<= 1',
      ok: violations.length === 0,
      pairs: played.calls,
      note,
      at: new Date().toISOString(),
    })
  console.log(`R7 ${violations.length === 0 ? 'holds' : 'is broken'}: ${note}`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await calls.close()
}
