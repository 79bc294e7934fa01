// R4: random histories of payments give the ledger what the provider really took, and random histories of contracts give the
// yen and points of the oracle. `npm run bench -- r4` plays many.
import { describe, expect, it } from 'vitest'
import { openDatabase, openPool } from '../../platform/database/open-database.ts'
import { openLog } from '../../platform/log.ts'
import { createStoryPlans } from '../../test/contract-stories.ts'
import { mortalProcess, playMoneyHistory } from '../../test/money-histories.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { playPaymentHistory } from '../../test/payment-histories.ts'

const { server, test } = await openPaymentTest()

const LENGTH = 30

describe('R4 purchases, charges, refunds, faults and events in a random order', () => {
  it.each(Array.from({ length: 5 }, (_, seed) => seed + 1))('seed %d', { timeout: 120_000 }, async (seed) => {
    const { ledger, provider, charges, statuses } = await playPaymentHistory(test, server, { seed, length: LENGTH })
    expect(ledger).toEqual(provider)
    expect(charges.filter((count) => count !== 1)).toEqual([])
    expect(statuses.filter((status) => status !== 'paid')).toEqual([])
  })
})

it(
  'R4 usage, plan changes, purchases, closings, charges, crashes and events in a random order',
  { timeout: 240_000 },
  async () => {
    const name = 'kaiwa mortal'
    const db = openDatabase(openPool(test.databaseUrl, { max: 4, name, log: openLog('silent') }))
    try {
      const mortal = mortalProcess({ ...test.app, db }, { db: test.db, name })
      const plans = await createStoryPlans(test.db)
      let crashes = 0
      for (let seed = 1; seed <= 8; seed += 1) {
        const played = await playMoneyHistory(test, server, mortal, { seed, plans })
        expect({ seed, differences: played.differences }).toEqual({ seed, differences: [] })
        crashes += played.crashes
      }
      expect(crashes).toBeGreaterThan(0)
    } finally {
      await db.destroy()
    }
  },
)
