// R4: random histories of payments give the ledger what the provider really took.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { playPaymentHistory } from '../../test/payment-histories.ts'
import { openStripeServer, type StripeServer } from '../../test/stripe-server.ts'

let server: StripeServer
let test: TestApp
beforeAll(async () => {
  server = await openStripeServer()
  test = await openTestApp({ env: server.env, database: server.database })
})
afterAll(async () => {
  await server.stop()
  await test.close()
})

const LENGTH = 30

describe('R4 purchases, charges, refunds, faults and events in a random order', () => {
  it.each(Array.from({ length: 5 }, (_, seed) => seed + 1))('seed %d', { timeout: 120_000 }, async (seed) => {
    const { ledger, provider, charges, statuses } = await playPaymentHistory(test, server, { seed, length: LENGTH })
    expect(ledger).toEqual(provider)
    expect(charges.filter((count) => count !== 1)).toEqual([])
    expect(statuses.filter((status) => status !== 'paid')).toEqual([])
  })
})
