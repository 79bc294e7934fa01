// Random histories of payments: purchases, charges, refunds, events in any order and number, calls of returned browsers,
// and a provider that is down or loses answers. At the end the ledger is compared with what the provider really took.
import { addPoint, openPointCheckout } from '@kaiwa/contract/payment.ts'
import { applySession } from '../payment/checkout/apply-session.ts'
import { chargeInvoice } from '../payment/charges/charge-invoice.ts'
import { refund } from '../payment/stand-in/payments.ts'
import type { ProviderObject } from '../payment/stand-in/state.ts'
import { reconcile } from '../payment/webhook/reconcile.ts'
import { createInvoice, createMemberWithCard, enterCard, sessionIdOf } from './factories/payments.ts'
import { randomNumbers } from './random-numbers.ts'
import type { TestOwner } from './factories/users.ts'
import type { PaymentTest } from './open-test-app.ts'
import { deliver, type StripeServer } from './stripe-server.ts'

interface History {
  test: PaymentTest
  server: StripeServer
  random: () => number
  owner: TestOwner
  customer: string
  /** Addresses of opened pages. */
  pages: string[]
  invoices: number[]
  /** Events that can be delivered (again). */
  events: ProviderObject[]
}

function pick<T>(random: () => number, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** Faults of the provider are part of the history. */
async function tolerate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const { name, type } = error as { name: string; type?: string }
    if (name !== 'Refusal' && !type?.startsWith('Stripe')) throw error
  })
}

function collect({ server, events }: History): void {
  events.push(...server.events.splice(0))
}

async function succeededIntents({ server, customer }: History): Promise<ProviderObject[]> {
  return server.act((state) => state.list('payment_intent', { customer, status: 'succeeded' }))
}

const steps: readonly ((history: History) => Promise<unknown>)[] = [
  async ({ test, random, owner, pages }) => {
    const point = 1000 + Math.floor(random() * 5) * 777
    const { status, body } = await test.call(openPointCheckout, { body: { back_url: '/', point } }, owner)
    if (status === 201) pages.push(body.url)
  },
  async ({ server, random, pages }) => {
    const url = pick(random, pages)
    if (url) await enterCard(server, url, random() < 0.8 ? '4242424242424242' : '4000000000000002')
  },
  async ({ test, random, owner, pages }) => {
    const url = pick(random, pages)
    if (url) await test.call(addPoint, { body: { session_id: sessionIdOf(url) } }, owner)
  },
  async ({ test, random, events }) => {
    const event = pick(random, events)
    // A copy with another id is processed again.
    if (event)
      await deliver(test, random() < 0.5 ? event : { ...event, id: `${event.id}_${Math.floor(random() * 1e9)}` })
  },
  async ({ test }) => test.settle({ failures: 'expected', now: true }),
  async ({ test, owner, invoices }) =>
    invoices.push(await createInvoice(test.db, owner, { total: 1100 + invoices.length })),
  async ({ test, random, invoices }) => {
    const id = pick(random, invoices)
    if (id !== undefined) await tolerate(Promise.all([chargeInvoice(test.app, id), chargeInvoice(test.app, id)]))
  },
  async (history) => {
    const intent = pick(history.random, await succeededIntents(history))
    const amount = 1 + Math.floor(history.random() * 600)
    if (intent) await history.server.act((state) => refund(state, intent.id, amount)).catch(() => undefined)
  },
  async ({ server, random }) => {
    server.isDown = random() < 0.3
    server.losesAnswerOf = random() < 0.3 ? /^POST \/v1\/(payment_intents|checkout\/sessions)$/ : null
  },
  async ({ test }) => tolerate(reconcile(test.app)),
]

/** Delivers the remaining events in any order, with the provider reachable again. */
async function finish(history: History): Promise<void> {
  const { test, server, random, events, invoices, pages } = history
  Object.assign(server, { isDown: false, losesAnswerOf: null })
  for (const id of invoices) await chargeInvoice(test.app, id)
  collect(history)
  for (const event of events.toSorted(() => random() - 0.5)) await deliver(test, event)
  await test.settle({ now: true, failures: 'expected' })
  await Promise.all(pages.map((url) => applySession(test.app, sessionIdOf(url))))
  await reconcile(test.app)
}

interface Sum {
  yen: number
  points: number
}

/** The amount that the provider charged minus refunds, and the points that it pays for. */
async function readProvider(history: History): Promise<Sum> {
  const { server, test } = history
  const sum = { yen: 0, points: 0 }
  for (const intent of await succeededIntents(history)) {
    const amount = Number(intent['amount'])
    sum.yen += amount
    const { checkout } = intent['metadata'] as { checkout?: string }
    const bought =
      checkout === undefined
        ? undefined
        : await test.db.selectFrom('checkouts').select('points').where('key', '=', checkout).executeTakeFirst()
    const points = bought?.points ?? 0
    sum.points += points
    const refunds = await server.act((state) => state.list('refund', { payment_intent: intent.id }))
    const returned = refunds.reduce((total, refund) => total + Number(refund['amount']), 0)
    sum.yen -= returned
    sum.points -= Math.floor((points * returned) / amount)
  }
  return sum
}

async function readLedger({ test, owner }: History): Promise<Sum> {
  const rows = await test.db
    .selectFrom('billing_ledger')
    .select(['money', 'point'])
    .where('workspace_id', '=', owner.workspaceId)
    .execute()
  const { point } = await test.db
    .selectFrom('workspaces')
    .select('point')
    .where('id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  const points = rows.reduce((sum, row) => sum + row.point, 0)
  if (points !== point) throw new Error(`the balance ${point} is not the sum ${points} of the ledger`)
  return { yen: rows.reduce((sum, row) => sum + row.money, 0), points }
}

export interface HistoryOutcome {
  ledger: Sum
  provider: Sum
  /** Successful payments at the provider for each invoice. */
  charges: number[]
  statuses: string[]
}

export async function playPaymentHistory(
  test: PaymentTest,
  server: StripeServer,
  { seed, length }: { seed: number; length: number },
): Promise<HistoryOutcome> {
  const owner = await createMemberWithCard(test, server)
  const { provider_customer_id: customer } = await test.db
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('workspace_id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  const history: History = {
    test,
    server,
    random: randomNumbers(seed),
    owner,
    customer: customer ?? '',
    pages: [],
    invoices: [],
    events: [],
  }
  for (let step = 0; step < length; step += 1) {
    await pick(history.random, steps)?.(history)
    collect(history)
  }
  await finish(history)
  const intents = await succeededIntents(history)
  const statuses = await test.db
    .selectFrom('invoices')
    .select('status')
    .where('workspace_id', '=', owner.workspaceId)
    .execute()
  return {
    ledger: await readLedger(history),
    provider: await readProvider(history),
    charges: history.invoices.map(
      (id) => intents.filter(({ metadata }) => (metadata as { invoice?: string }).invoice === String(id)).length,
    ),
    statuses: statuses.map(({ status }) => status),
  }
}
