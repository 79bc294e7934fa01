// C4: 1,000 random histories of a connection to HubSpot on three processes: connect, disconnect, refresh, expire, revoke and
// write, with lost answers. `node bench/c4-crm-connection.ts 20` plays 20 of them and stores no result; CI plays four
// (server/crm/connection/histories.test.ts).
import { startHubspot } from '/work/w-crm7/server/test/hubspot.ts'
import { type PortalOutcome, playPortalHistory, recordWrites } from '/work/w-crm7/server/test/portal-histories.ts'
import { callerOf, type Transport } from '/work/w-crm7/server/test/test-calls.ts'
import { openBench, type RunningProgram } from '/work/w-crm7/bench/bench-program.ts'
import { report } from '/work/w-crm7/bench/measure.ts'

const SEEDS = 1000
const STEPS = 12
const PROCESSES = 3
const seeds = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 20 : SEEDS))
/** Number of histories between two progress messages. */
const PROGRESS_INTERVAL = 10

/** Operations of the tests, sent to a process. */
function callOf({ url }: RunningProgram) {
  const inject: Transport['inject'] = async ({ method, url: path, headers, payload }) => {
    const answer = await fetch(`${url}${path as string}`, {
      method: method ?? 'GET',
      headers: {
        ...(headers as Record<string, string>),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    })
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
  }
  return callerOf({ inject })
}

const FAULTS = ['lostTokens', 'forgottenTokens', 'lostWrites', 'doubledWrites'] as const
const sum: PortalOutcome = {
  written: 0,
  refused: 0,
  connects: 0,
  refreshes: 0,
  lostTokens: 0,
  forgottenTokens: 0,
  lostWrites: 0,
  doubledWrites: 0,
}
const bench = await openBench()
// The limits of HubSpot are measured elsewhere.
const hubspot = await startHubspot({ databaseUrl: bench.databaseUrl, limits: { tenSecondly: 1e9, secondly: 1e9 } })
try {
  const programs = await Promise.all(Array.from({ length: PROCESSES }, () => bench.start('api', hubspot.env)))
  const { app } = bench
  await recordWrites(app.db)
  const calls = programs.map(callOf)
  const began = performance.now()
  for (let round = 1; round <= seeds; round += 1) {
    const seed = Number(process.argv[3])
    const outcome = await playPortalHistory({ app, db: app.db, hubspot, calls }, { seed, steps: STEPS })
    for (const key of Object.keys(sum) as (keyof PortalOutcome)[]) sum[key] += outcome[key]
    if (FAULTS.some((fault) => outcome[fault] > 0)) console.error(`seed ${seed}: ${JSON.stringify(outcome)}`)
    if (round % PROGRESS_INTERVAL === 0) {
      const left = Math.round(((performance.now() - began) / 1000 / round) * (seeds - round))
      console.log(`C4 ${round} of ${seeds} histories, ${JSON.stringify(sum)}, about ${left} s left`)
    }
  }
} finally {
  await hubspot.stop()
  await bench.close()
}
const note = `${seeds} histories of ${STEPS} steps on ${PROCESSES} processes: ${sum.connects} connects, ${sum.refreshes} exchanges and refreshes, ${sum.written} writes, ${sum.refused} refused or without an answer; ${FAULTS.map((fault) => `${fault} ${sum[fault]}`).join(', ')}`
const found = FAULTS.reduce((total, fault) => total + sum[fault], 0)
if (seeds >= SEEDS)
  await report({
    id: 'C4',
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
console.log(`C4 ${found === 0 ? 'holds' : 'is broken'}: ${note}`)
process.exitCode = found > 0 ? 1 : 0
