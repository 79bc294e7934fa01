// B1: closing a month for 10,000 workspaces with 1,000,000 ledger rows, PDF and mail not counted, against one SQL
// aggregation of the same rows plus inserting 10,000 invoices in batches. Most contracts are paid by card, whose usage has
// to be read; a fifth are paid by invoice and have bought points.
import { strictEqual } from 'node:assert'
import { sql } from 'kysely'
import { closeMonths } from '../server/payment/closing/close-months.ts'
import { openBench } from './bench-program.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const WORKSPACES = IS_SHORT ? 1_000 : 10_000
const ROWS = WORKSPACES * 100
const BATCH = 500
const AT = new Date('2026-11-01T00:10:00+09:00')

const bench = await openBench()
const { app } = bench
const { db } = app

/** A company's contract in each workspace with one closed month, and a hundred rows of usage in the month to close. */
async function fill(): Promise<void> {
  await sql`
    insert into companies (name, contact_last_name, contact_first_name, contact_email, contact_phone, postal_code, prefecture, city, address_1)
    values ('株式会社テスト', '佐藤', '一郎', 'sato@shoji.example', '0312345678', '100-0001', '東京都', '千代田区', '千代田1-1')
  `.execute(db)
  await sql`
    with people as (
      insert into users (email, password_hash, first_name, last_name)
      select 'b1-' || n || '@kaiwa.example', '', '一郎', '佐藤' from generate_series(1, ${WORKSPACES}::integer) n returning id
    ), spaces as (insert into workspaces (owner_id) select id from people returning id)
    insert into subscriptions (workspace_id, plan_id, payment_type, start_date, price_list_id, company_id)
    select id, (select min(p.id) from plans p where p.name = 'basic'), case when id % 5 = 0 then 'monthly' else 'credit_card' end,
      '2026-08-31T15:00:00Z', (select min(l.id) from price_lists l), (select max(c.id) from companies c)
    from spaces
  `.execute(db)
  await sql`
    insert into usage_ledger (workspace_id, kind, amount, cause, month)
    select s.workspace_id, case when n % 2 = 0 then 'minute' else 'chat' end, n, 'b1:' || s.id || ':' || n, '2026-10-01'
    from subscriptions s cross join generate_series(1, 100) n where s.company_id is not null
  `.execute(db)
  // Counting usage stores the peaks of its month.
  await sql`
    insert into usage_peaks (workspace_id, month, kind, amount)
    select s.workspace_id, '2026-10-01', kind, 0
    from subscriptions s cross join unnest(array['storage', 'editor', 'viewer']) kind where s.company_id is not null
  `.execute(db)
  await sql`
    insert into billing_ledger (workspace_id, subscription_id, billing_type, money, point, month, cause)
    select workspace_id, id, 'purchase_point', 1100, 1000, '2026-10-01', 'invoiced-points:b1:' || id
    from subscriptions where company_id is not null and payment_type = 'monthly'
  `.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}

/** Undoes the closing of October. It switches off the triggers that keep the ledger and invoices, and on again at the end. */
async function reset(): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table billing_ledger disable trigger user`.execute(trx)
    await sql`delete from billing_ledger where billing_type = 'payment_invoice' and month = '2026-10-01'`.execute(trx)
    await sql`update billing_ledger set invoice_id = null where billing_type = 'purchase_point'`.execute(trx)
    await sql`alter table billing_ledger enable trigger user`.execute(trx)
    await sql`delete from month_closings where month = '2026-10-01'`.execute(trx)
    await sql`alter table invoices disable trigger user`.execute(trx)
    await sql`delete from invoices where month = '2026-10-01'`.execute(trx)
    await sql`alter table invoices enable trigger user`.execute(trx)
    await sql`update invoice_numbers set last = ${WORKSPACES}`.execute(trx)
  })
  await sql`vacuum (analyze) billing_ledger, invoices, invoice_lines, month_closings`.execute(db)
}

async function timed(work: () => Promise<void>): Promise<number> {
  await reset()
  const since = performance.now()
  await work()
  return performance.now() - since
}

let heapGrowth = 0

async function ours(): Promise<void> {
  const before = process.memoryUsage().heapUsed
  const watch = setInterval(() => {
    heapGrowth = Math.max(heapGrowth, process.memoryUsage().heapUsed - before)
  }, 20)
  await closeMonths(app, { at: AT })
  clearInterval(watch)
}

async function peer(): Promise<void> {
  const { rows } = await sql<{ workspace_id: number; minutes: number; chats: number }>`
    select workspace_id, sum(amount) filter (where kind = 'minute')::bigint as minutes,
      sum(amount) filter (where kind = 'chat')::bigint as chats
    from usage_ledger where month = '2026-10-01' group by workspace_id order by workspace_id
  `.execute(db)
  strictEqual(rows.length, WORKSPACES)
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insertInto('invoices')
      .values(
        rows.slice(from, from + BATCH).map((row, index) => {
          const subtotal = row.minutes * 10 + row.chats * 20
          const tax = Math.floor(subtotal / 10)
          return {
            workspace_id: row.workspace_id,
            kind: 'invoice',
            number: `2026-${String(WORKSPACES + from + index + 1).padStart(6, '0')}`,
            payment_type: 'credit_card',
            company: JSON.stringify({ name: '株式会社テスト' }),
            issuer: JSON.stringify({ name: 'Kaiwa' }),
            month: '2026-10-01',
            issue_date: '2026-11-01',
            due_date: '2026-11-01',
            start_date: '2026-10-01',
            end_date: '2026-10-31',
            subtotal,
            tax,
            total: subtotal + tax,
          }
        }),
      )
      .execute()
}

try {
  await fill()
  await closeMonths(app, { at: new Date('2026-10-01T00:10:00+09:00') })
  await sql`vacuum (analyze)`.execute(db)
  await closeMonths(app, { at: AT })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoices where month = '2026-10-01'
  `.execute(db)
  strictEqual(rows[0]?.count, WORKSPACES)
  await compare({
    id: 'B1',
    goal: { atMost: 3 },
    ours: () => timed(ours),
    peer: () => timed(peer),
    ...(IS_SHORT ? { pairs: 2 } : {}),
    note: `${WORKSPACES} contracts, ${ROWS} rows, ${loadNow()}`,
  })
  console.log(`B1 heap above the start: ${Math.round(heapGrowth / 1_048_576)} MB`)
} finally {
  await bench.close()
}
