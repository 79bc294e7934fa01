// R4: compares random histories with a slow oracle, in yen and points. A history has usage, refunds, plan changes,
// cancellations, purchases, closings, charges, crashes and events of the payment provider. 10,000 histories run through the
// pure functions. 1,000 more run on a database, with a provider over HTTP that sends one event 100 times at once.
// `node bench/r4-money.ts 100 20` plays 100 and 20 of them and stores no result; CI plays a few
// (packages/money/closings.test.ts, server/payment/webhook/histories.test.ts).
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Day, monthOf } from '@kaiwa/money/days.ts'
import { sumOf } from '@kaiwa/money/lines.ts'
import { reckon } from '@kaiwa/money/testing/oracle.ts'
import { closeStory, closingDays, denseStory, story } from '@kaiwa/money/testing/stories.ts'
import * as fc from 'fast-check'
import { loadConfig } from '../server/platform/config.ts'
import { openDatabase, openPool } from '../server/platform/database/open-database.ts'
import { openHttp } from '../server/platform/http/server.ts'
import { openLog } from '../server/platform/log.ts'
import { openApp } from '../server/platform/open-app.ts'
import { allDomains } from '../server/roles/start-program.ts'
import { createStoryPlans } from '../server/test/contract-stories.ts'
import { type MoneyOutcome, mortalProcess, playMoneyHistory } from '../server/test/money-histories.ts'
import { playPaymentHistory } from '../server/test/payment-histories.ts'
import { settleStory } from '../server/test/point-stories.ts'
import { settle } from '../server/test/settle.ts'
import { openStripeServer } from '../server/test/stripe-server.ts'
import { callerOf, succeederOf } from '../server/test/test-calls.ts'
import { openBench } from './bench-program.ts'
import { report } from './measure.ts'
import { IS_SHORT } from './run-options.ts'

const PURE = 10_000
const STORED = 1_000
const [pure = IS_SHORT ? 500 : PURE, stored = IS_SHORT ? 10 : STORED] = process.argv.slice(2).map(Number)
/** Every fourth history on the database has only purchases, refunds, and a provider that is down. */
const REFUND_STEP = 4
const REFUND_LENGTH = 30
/** Number of histories between two progress messages. */
const PROGRESS_INTERVAL = 10
/** After the last event of a story and after the end of every month that has one. */
const LAST: Day = '2029-07-01'
const BASIC_LIMITS = { minute: 10, storage: 1, chat: 5, editor: 0, viewer: 2 }

/** Number of stories whose yen or points differ from the oracle's. */
function playPure(count: number): number {
  const told = fc.oneof(story, denseStory)
  const samples = fc.sample(fc.record({ told, days: closingDays }), { numRuns: count, seed: 4 })
  let differences = 0
  for (const [index, { told: one, days }] of samples.entries()) {
    const whole = { ...one, basicLimits: BASIC_LIMITS }
    const wanted = reckon(whole, monthOf(LAST), LAST)
    const closed = closeStory(whole, [...days, LAST])
    const ours = { owed: sumOf(closed.lines) - closed.carried, ...settleStory(whole) }
    if (isDeepStrictEqual(ours, wanted)) continue
    differences += 1
    console.error(`story ${index}: ${JSON.stringify({ ours, wanted, whole, days })}`)
  }
  return differences
}

type Sum = Record<Exclude<keyof MoneyOutcome, 'differences'>, number>

async function playStored(count: number) {
  const sum: Sum = { events: 0, closings: 0, charges: 0, purchases: 0, webhooks: 0, crashes: 0 }
  let differences = 0
  const bench = await openBench()
  const { databaseUrl } = bench
  const server = await openStripeServer({ url: databaseUrl, name: 'bench', drop: async () => undefined })
  const log = openLog('silent')
  const config = loadConfig({
    KAIWA_DATA: join(bench.folder, 'r4'),
    KAIWA_SECRET: 'a secret of the benches, which is long enough',
    KAIWA_LOG_LEVEL: 'silent',
    KAIWA_ROLES: 'api',
    ...server.env,
  })
  const opened = await openApp(config, databaseUrl, log, allDomains)
  const { app } = opened
  const http = await openHttp(app, { domains: allDomains, webFolder: bench.folder, api: true })
  const name = 'kaiwa mortal'
  const mortalDb = openDatabase(openPool(databaseUrl, { max: 4, name, log }))
  try {
    await http.ready()
    const call = callerOf(http)
    const test = { app, db: app.db, http, call, succeed: succeederOf(call), settle: settle.bind(null, opened) }
    const mortal = mortalProcess({ ...app, db: mortalDb }, { db: app.db, name })
    const plans = await createStoryPlans(app.db)
    const began = performance.now()
    for (let seed = 1; seed <= count; seed += 1) {
      if (seed % REFUND_STEP === 0) {
        const { ledger, provider, charges, statuses } = await playPaymentHistory(test, server, {
          seed,
          length: REFUND_LENGTH,
        })
        const isSame = ledger.yen === provider.yen && ledger.points === provider.points
        if (!isSame || charges.some((one) => one !== 1) || statuses.some((status) => status !== 'paid')) {
          differences += 1
          console.error(`history ${seed}: ${JSON.stringify({ ledger, provider, charges, statuses })}`)
        }
      } else {
        const { differences: found, ...counts } = await playMoneyHistory(test, server, mortal, { seed, plans })
        for (const key of Object.keys(sum) as (keyof Sum)[]) sum[key] += counts[key]
        if (found.length > 0) console.error(`history ${seed}: ${found.join('; ')}`)
        if (found.length > 0) differences += 1
      }
      // The provider of the next history is new, so that comparisons with it do not take longer and longer.
      server.events.length = 0
      await app.db.deleteFrom('trial_provider_objects').execute()
      if (seed % PROGRESS_INTERVAL > 0) continue
      const left = Math.round(((performance.now() - began) / 1000 / seed) * (count - seed))
      console.log(`R4 ${seed} of ${count} histories, ${differences} with differences, about ${left} s left`)
    }
  } finally {
    await http.close()
    await mortalDb.destroy()
    await opened.close()
    await server.stop()
    await bench.close()
  }
  return { differences, sum }
}

const began = performance.now()
const pureDifferences = playPure(pure)
console.log(
  `R4 ${pure} stories, ${pureDifferences} with differences, ${Math.round((performance.now() - began) / 1000)} s`,
)
const { differences, sum } = await playStored(stored)
const found = pureDifferences + differences
const parts = Object.entries(sum).map(([what, number]) => `${number} ${what}`)
const note = `${pure} stories through the pure functions, ${stored} histories on a database: ${parts.join(', ')}`
if (pure >= PURE && stored >= STORED)
  await report({
    id: 'R4',
    ours: found,
    peer: 0,
    unit: 'differences',
    ratio: found,
    goal: '<= 0',
    ok: found === 0,
    pairs: pure + stored,
    note,
    at: new Date().toISOString(),
  })
console.log(`R4 ${found === 0 ? 'holds' : 'is broken'}: ${note}`)
process.exitCode = found > 0 ? 1 : 0
