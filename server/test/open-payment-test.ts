import { afterAll, beforeEach } from 'vitest'
import { openTestApp, type TestApp } from './open-test-app.ts'
import { openStripeServer, type StripeServer } from './stripe-server.ts'

/**
 * Opens the payment provider of the tests and a program that uses it, until the tests of the calling file have ended. Before
 * each test, the provider forgets its events and calls and has no faults. Call it once, at the top of a test file.
 */
export async function openPaymentTest(): Promise<{ server: StripeServer; test: TestApp }> {
  const server = await openStripeServer()
  const test = await openTestApp({ env: server.env, database: server.database })
  afterAll(async () => {
    await server.stop()
    await test.close()
  })
  beforeEach(() => {
    server.events.length = 0
    server.calls.length = 0
    Object.assign(server, { isDown: false, losesAnswerOf: null, onLoss: () => undefined, ahead: 0 })
  })
  return { server, test }
}
