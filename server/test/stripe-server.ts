// A payment provider over real HTTP: the stand-in behind its own port, with faults that a network has. The program under
// test is configured as for Stripe. Events are collected and delivered by the test.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { openDatabase, openPool } from '../platform/database/open-database.ts'
import { openLog } from '../platform/log.ts'
import { openStandIn, type StandIn } from '../payment/stand-in/stand-in.ts'
import type { ProviderObject } from '../payment/stand-in/state.ts'
import type { PaymentTest, TestApp } from './open-test-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const KEY = 'sk_test_of_the_tests'
const WEBHOOK_SECRET = 'whsec_of_the_tests'

export interface StripeServer {
  /** Environment and database of a program that uses this provider. */
  env: Record<string, string>
  database: TestDatabase
  stripe: Stripe
  act: StandIn['act']
  /** Events in the order of their changes, to be delivered. */
  events: ProviderObject[]
  /** Received calls: `POST /v1/payment_intents`. */
  calls: string[]
  /** Answers every request with 503. */
  isDown: boolean
  /** Does what the next matching request wants, then closes the connection without an answer. */
  losesAnswerOf: RegExp | null
  /** Called when an answer is lost. */
  onLoss: () => unknown
  /** Milliseconds that the provider's clock is ahead. */
  ahead: number
  stop: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** With a database, the provider has the state that another one stored there. */
export async function openStripeServer(stored?: TestDatabase): Promise<StripeServer> {
  const database = stored ?? (await createTestDatabase())
  const pool = openPool(database.url, { max: 4, name: 'stripe', log: openLog('silent') })
  const db = openDatabase(pool)
  const standIn = openStandIn({
    db,
    secretKey: KEY,
    notify: async (_trx, event) => server.events.push(event),
    now: () => new Date(Date.now() + server.ahead),
  })

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const call = `${request.method} ${request.url?.split('?', 1)[0]}`
    server.calls.push(call)
    if (server.isDown)
      return void response
        .writeHead(503, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
        .end(JSON.stringify({ error: { type: 'api_error', message: 'down' } }))
    const given = await standIn.handle(
      new Request(`http://stripe${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(body === '' ? {} : { body }),
      }),
    )
    if (server.losesAnswerOf?.test(call)) {
      await server.onLoss()
      return void request.socket.destroy()
    }
    response.writeHead(given.status, Object.fromEntries(given.headers)).end(await given.text())
  }

  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const { port } = http.address() as AddressInfo
  const server: StripeServer = {
    env: {
      KAIWA_STRIPE_SECRET_KEY: KEY,
      KAIWA_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      KAIWA_STRIPE_URL: `http://127.0.0.1:${port}`,
    },
    database,
    stripe: new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 }),
    act: standIn.act,
    events: [],
    calls: [],
    isDown: false,
    losesAnswerOf: null,
    onLoss: () => undefined,
    ahead: 0,
    stop: async () => {
      http.closeAllConnections()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
      })
      await db.destroy()
    },
  }
  return server
}

/** Sends an event to the webhook, as Stripe does. */
export function deliver(
  test: Pick<TestApp, 'http'>,
  event: object,
  { secret = WEBHOOK_SECRET, seconds = 0 }: { secret?: string; seconds?: number } = {},
) {
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000) + seconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return test.http.inject({
    method: 'POST',
    url: '/api/payment/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  })
}

/** Delivers all collected events and runs what they cause. */
export async function deliverAll(test: Pick<PaymentTest, 'http' | 'settle'>, server: StripeServer): Promise<void> {
  for (const event of server.events.splice(0)) await deliver(test, event)
  await test.settle({ now: true })
}
