// Random histories of one workspace in yen and points: usage, refunds, plan changes, cancellations, purchases on the invoice
// and by card, closings and charges that run twice, late or die between two statements, and events of the provider in any
// order and number. At the end the program's rows are compared with the oracle and with what the provider really took.
import { CONSUMABLES, type Consumable } from '@kaiwa/contract/consumables.ts'
import { openPointCheckout } from '@kaiwa/contract/payment.ts'
import { addDays, addMonths, type Day, dayInJapan, type Month, monthOf } from '@kaiwa/money/days.ts'
import { reckon } from '@kaiwa/money/testing/oracle.ts'
import { sql } from 'kysely'
import { addCard } from '../payment/stand-in/api.ts'
import type { ProviderObject } from '../payment/stand-in/state.ts'
import { applySession } from '../payment/checkout/apply-session.ts'
import { chargeInvoice } from '../payment/charges/charge-invoice.ts'
import { listDueInvoices } from '../payment/charges/store/invoices.ts'
import { closeBatch } from '../payment/closing/close-batch.ts'
import { issuerOf } from '../payment/invoices/parties.ts'
import { ensureCustomer } from '../payment/provider/ensure-customer.ts'
import { findPayer } from '../payment/provider/store/customers.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { createLivingContract, type LivingContract, liveMonth, type SoldPlan } from './contract-stories.ts'
import { inJapan, invoicesOf } from './factories/invoices.ts'
import { enterCard, sessionIdOf } from './factories/payments.ts'
import type { PaymentTest } from './open-test-app.ts'
import { randomNumbers } from './random-numbers.ts'
import { deliver, type StripeServer } from './stripe-server.ts'

/** Another process of the program, whose connections to the database can be ended at any moment. */
export interface MortalProcess {
  app: App
  /** Runs `work` and ends all connections of the process after some milliseconds. Failures of `work` are expected. */
  crash: (work: (app: App) => Promise<unknown>, milliseconds: number) => Promise<void>
}

/** `db`: another connection pool than that of the process. */
export function mortalProcess(app: App, { db, name }: { db: Db; name: string }): MortalProcess {
  const crash: MortalProcess['crash'] = async (work, milliseconds) => {
    const running = work(app).catch(() => undefined)
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds)
    })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${name} and datname = current_database()`.execute(db)
    await running
  }
  return { app, crash }
}

const MONTHS = 5
const CARD = '4242424242424242'
const COPIES = 100

export interface MoneyOutcome {
  /** Differences from the oracle. */
  differences: string[]
  events: number
  closings: number
  charges: number
  purchases: number
  webhooks: number
  crashes: number
}

interface History extends MoneyOutcome {
  test: PaymentTest
  server: StripeServer
  mortal: MortalProcess
  contract: LivingContract
  customer: string
  random: () => number
  /** Events of the provider that can be delivered. */
  waiting: ProviderObject[]
}

/** The provider's pages are not reached: the card is registered as by its portal. */
async function registerCard({ test, server, contract }: History): Promise<string> {
  const payer = await findPayer(test.db, contract.workspaceId)
  if (!payer) throw new Error('the workspace has no owner')
  const customer = await ensureCustomer(test.app, payer, 'https://kaiwa.example')
  await server.act((state) => addCard(state, customer, CARD))
  for (const event of server.events.splice(0)) await deliver(test, event)
  await test.settle({ now: true })
  return customer
}

/** Runs `work` once, twice at the same time, or in a process that dies first. */
async function runSomehow(history: History, work: (app: App) => Promise<unknown>): Promise<void> {
  const { random, test, mortal } = history
  const chance = random()
  if (chance < 0.3) {
    history.crashes += 1
    await mortal.crash(work, random() * 25)
  }
  // One of two simultaneous runs may be refused.
  if (chance > 0.7) await Promise.allSettled([work(test.app), work(test.app)])
  await work(test.app)
}

async function close(history: History, month: Month): Promise<void> {
  const { contract, test } = history
  const order = { at: inJapan(month), issuer: issuerOf(test.app.config) }
  if (contract.subscriptionId === 0) return
  history.closings += 1
  await runSomehow(history, (app) =>
    app.db.transaction().execute((trx) => closeBatch(trx, [contract.subscriptionId], order)),
  )
}

async function ownDueInvoices({ test, contract }: History, at: Date): Promise<number[]> {
  const due = await listDueInvoices(test.db, at)
  const own = await invoicesOf(test.db, contract.subscriptionId)
  return own.filter(({ id }) => due.includes(id)).map(({ id }) => id)
}

/** Charges while the provider is down or loses answers, and again when it is back. */
async function charge(history: History, month: Month): Promise<void> {
  const { random, server } = history
  const at = inJapan(`${month}T09:00`)
  for (const id of await ownDueInvoices(history, at)) {
    history.charges += 1
    server.isDown = random() < 0.15
    server.losesAnswerOf = random() < 0.3 ? /^POST \/v1\/payment_intents$/ : null
    if (server.isDown || server.losesAnswerOf) await chargeInvoice(history.test.app, id, at).catch(() => undefined)
    Object.assign(server, { isDown: false, losesAnswerOf: null })
    await runSomehow(history, (app) => chargeInvoice(app, id, at))
    history.waiting.push(...server.events.splice(0))
  }
}

/** A purchase of points by card; refused to contracts that cannot buy them. */
async function purchase(history: History, today: Day): Promise<void> {
  const { test, server, contract, random } = history
  const point = 1_000 + Math.floor(random() * 5) * 777
  const body = { back_url: '/', point }
  const { status, body: opened } = await test.call(openPointCheckout, { body }, contract.owner)
  if (status !== 201) return
  await enterCard(server, opened.url, CARD)
  history.waiting.push(...server.events.splice(0))
  history.purchases += 1
  if (random() < 0.5) await runSomehow(history, (app) => applySession(app, sessionIdOf(opened.url)))
  contract.story.events.push({ type: 'points', day: today, point })
}

/** Delivers the waiting events in random order. Some are repeated with the same or another id, one 100 times at once. */
async function deliverEvents(history: History): Promise<void> {
  const { test, random, waiting } = history
  const all = waiting.splice(0).flatMap((event) => {
    const copy = random() < 0.5 ? event : { ...event, id: `${event.id}_copy` }
    return random() < 0.3 ? [event, copy] : [event]
  })
  const [first, ...rest] = all.toSorted(() => random() - 0.5)
  if (!first) return
  await Promise.all(Array.from({ length: COPIES }, () => deliver(test, first)))
  for (const event of rest) await deliver(test, event)
  history.webhooks += COPIES + rest.length
  await test.settle({ now: true })
}

function compare(history: History, what: string, ours: unknown, wanted: unknown): void {
  if (ours !== wanted) history.differences.push(`${what}: ${String(ours)} instead of ${String(wanted)}`)
}

async function compareYen(history: History, until: Month): Promise<void> {
  const { test, contract } = history
  const { subscriptionId, workspaceId, story } = contract
  const invoices = await invoicesOf(test.db, subscriptionId)
  const closing = await test.db
    .selectFrom('month_closings')
    .select('carried')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lines = invoices.filter(({ kind }) => kind === 'invoice').flatMap((invoice) => invoice.lines)
  const refunded = invoices.filter(({ is_refund: isRefund }) => isRefund).reduce((sum, one) => sum - one.subtotal, 0)
  const billed = lines.reduce((sum, { amount }) => sum + amount, 0) - (closing?.carried ?? 0) - refunded
  compare(history, 'billed', billed, reckon(story, until, until).owed)
  const byInvoice = invoices
    .filter(({ kind, payment_type: type }) => kind === 'invoice' && type !== 'credit_card')
    .reduce((sum, { total }) => sum + total, 0)
  const { rows } = await sql<{ money: number }>`select coalesce(sum(money), 0)::bigint as money from billing_ledger
    where workspace_id = ${workspaceId} and billing_type = 'payment_invoice'`.execute(test.db)
  compare(history, 'invoices in the ledger', rows[0]?.money, byInvoice)
}

async function comparePayments(history: History): Promise<void> {
  const { test, server, contract, customer } = history
  const intents = await server.act((state) => state.list('payment_intent', { customer, status: 'succeeded' }))
  for (const { id, total, status, kind, payment_type: type } of await invoicesOf(test.db, contract.subscriptionId)) {
    if (kind !== 'invoice' || type !== 'credit_card') continue
    const paid = intents.filter(({ metadata }) => (metadata as { invoice?: string }).invoice === String(id))
    compare(history, `state of invoice ${id}`, status, 'paid')
    // The provider charges no less than 50 yen.
    const amounts = paid.map(({ amount }) => Number(amount)).join()
    compare(history, `payments of invoice ${id}`, amounts, total < 50 ? '' : String(total))
  }
  const taken = intents.reduce((sum, { amount }) => sum + Number(amount), 0)
  const { rows } = await sql<{ money: number }>`select coalesce(sum(money), 0)::bigint as money from billing_ledger
    where workspace_id = ${contract.workspaceId} and (billing_type in ('payment_auto', 'payment_invoice_credit_card')
      or starts_with(cause, 'checkout:'))`.execute(test.db)
  compare(history, 'yen in the ledger', rows[0]?.money, taken)
}

async function comparePoints(history: History, until: Month, tomorrow: Day): Promise<void> {
  const { test, contract } = history
  const { workspaceId } = contract
  const { rows } = await sql<{ point: number; sum: number }>`
    select point, (select coalesce(sum(point), 0) from billing_ledger where workspace_id = w.id)::bigint as sum
    from workspaces w where id = ${workspaceId}`.execute(test.db)
  const { rows: units } = await sql<{ kind: Consumable; amount: number }>`
    select kind, sum(amount)::bigint as amount from billing_ledger
    where workspace_id = ${workspaceId} and billing_type = 'use_point' group by kind`.execute(test.db)
  const wanted = reckon(contract.story, addMonths(until, 1), tomorrow)
  compare(history, 'points', rows[0]?.point, wanted.points)
  compare(history, 'sum of the points', rows[0]?.sum, rows[0]?.point)
  for (const kind of CONSUMABLES)
    compare(history, `units of ${kind}`, units.find((row) => row.kind === kind)?.amount ?? 0, wanted.paid[kind])
}

/** Plays a history of the last months up to today. The same seed gives the same events; crashes hit different statements. */
export async function playMoneyHistory(
  test: PaymentTest,
  server: StripeServer,
  mortal: MortalProcess,
  { seed, plans }: { seed: number; plans: readonly SoldPlan[] },
): Promise<MoneyOutcome> {
  const today = dayInJapan(new Date())
  const current = monthOf(today)
  const first = addMonths(current, -MONTHS)
  const contract = await createLivingContract(test.db, { seed, first, months: 2, plans, hasTrial: false })
  const counts = { events: 0, closings: 0, charges: 0, purchases: 0, webhooks: 0, crashes: 0 }
  const random = randomNumbers(seed)
  const history: History = {
    ...counts,
    differences: [],
    test,
    server,
    mortal,
    contract,
    customer: '',
    random,
    waiting: [],
  }
  history.customer = await registerCard(history)
  for (let count = 0; count <= MONTHS; count += 1) {
    const month = addMonths(first, count)
    // A closing that did not run is made up for by a later one.
    if (month === current || random() < 0.7) {
      await close(history, month)
      await charge(history, month)
    }
    if (random() < 0.5) await deliverEvents(history)
    await liveMonth(test.db, contract, { month, plans, ...(month === current && { until: today }) })
  }
  for (let count = 0; count < 2; count += 1) await purchase(history, today)
  await deliverEvents(history)
  await compareYen(history, current)
  await comparePayments(history)
  await comparePoints(history, current, addDays(today, 1))
  const { differences, closings, charges, purchases, webhooks, crashes } = history
  return { differences, events: contract.story.events.length, closings, charges, purchases, webhooks, crashes }
}
