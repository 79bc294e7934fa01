// A5: 200 users for five minutes on two processes and one database, with two open sockets each: p95 against p50 of the
// response times by kind of action; the worst kind counts. The first failed call aborts the measurement. A user acts
// every ten seconds on average, like people who read and listen in between: opens a folder or a recording, searches,
// reads notifications, or saves a correction that is broadcast to others.

import { rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { toResult, median, p95, report } from './measure.ts'
import { createSimulatedUser, openSimulatedUser, type SimulatedWorkspace } from './simulated-users.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { spokenQueries } from './spoken-queries.ts'

const PEOPLE = 200
const MILLISECONDS = (IS_SHORT ? 30 : 300) * 1000
/** Each action runs before counting begins. */
const WARM_UP_MILLISECONDS = 15_000
const THINK_MILLISECONDS = { least: 5000, most: 15_000 }
const BLOCKS = 100_000

const bench = await openBench()
const { app, owner } = bench
const folders = await fillWorkspace(app.db, rootOf(owner), { creator: owner, blocks: BLOCKS, blocksPerFile: 100 })
const workspace: SimulatedWorkspace = {
  app,
  owner,
  folders,
  queries: await spokenQueries(app.db, 500, randomNumbers(3)),
}
const programs = [await bench.start('api,realtime'), await bench.start('api,realtime')]

/** Times of each kind of action in milliseconds. */
const durations = new Map<string, number[]>()
let isCounted = false

function recordDuration(kind: string, milliseconds: number): void {
  if (!isCounted) return
  const times = durations.get(kind)
  if (times) times.push(milliseconds)
  else durations.set(kind, [milliseconds])
}

try {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, number) => createSimulatedUser(workspace, number)),
  )
  const until = performance.now() + WARM_UP_MILLISECONDS + MILLISECONDS
  setTimeout(() => (isCounted = true), WARM_UP_MILLISECONDS)
  await Promise.all(
    people.map(async (person, number) => {
      const work = await openSimulatedUser(workspace, programs[number % programs.length]!.url, person, number)
      await work({ think: THINK_MILLISECONDS, until, onAction: recordDuration })
    }),
  )
  const kinds = [...durations].map(([name, times]) => ({ name, times, ratio: p95(times) / median(times) }))
  kinds.sort((a, b) => b.ratio - a.ratio)
  for (const { name, times, ratio } of kinds) {
    const [middle, most] = [median(times).toFixed(1), p95(times).toFixed(1)]
    console.log(`${name}: ${times.length} times, p50 ${middle} ms, p95 ${most} ms, ratio ${ratio.toFixed(2)}`)
  }
  const worst = kinds[0]!
  const think = (THINK_MILLISECONDS.least + THINK_MILLISECONDS.most) / 2000
  const note = `${worst.name}, p95 against p50; ${PEOPLE} people for ${MILLISECONDS / 1000} s, something every ${think} s each, no error; ${loadNow()}`
  await report(
    toResult({ id: 'A5', goal: { atMost: 3 }, note }, [{ ours: p95(worst.times), peer: median(worst.times) }]),
  )
} finally {
  for (const program of programs) await program.stop()
  await bench.close()
}
