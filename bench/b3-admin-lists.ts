// B3: p95 of the lists of the console over 1,000,000 rows (users, applications, contracts, invoices, purchase histories,
// audit log) and of its dashboard: the first 200 pages and every filter, against page 1 of the same lists over 1,000 rows.
// Words that nearly all rows contain are measured as well and printed, without a goal (decision 130).
import { getDashboard, listOperatorActions } from '@kaiwa/contract/admin-console.ts'
import { listInvoices, listPurchaseHistories } from '@kaiwa/contract/admin-invoices.ts'
import { listSubscriptionRequests } from '@kaiwa/contract/admin-requests.ts'
import { listSubscriptions } from '@kaiwa/contract/admin-subscriptions.ts'
import { listUsers } from '@kaiwa/contract/admin-users.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { sql } from 'kysely'
import type { Db } from '../server/platform/database/database.ts'
import { createOperator } from '../server/test/factories/operators.ts'
import { openCalls } from './in-process-calls.ts'
import { compare, p95 } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const ROWS = IS_SHORT ? 50_000 : 1_000_000
const FEW = 1_000
/** Every page is asked for once in this many pairs. */
const PAGE_STEP = 5

const FILTERS: readonly (readonly [Operation, readonly Record<string, unknown>[]])[] = [
  [listUsers, [{}, { status: 'enabled' }, { status: 'disabled' }, { status: 'closed' }, { query: 'b3-777@' }]],
  [
    listPurchaseHistories,
    [{}, { billing_type: 'purchase_point' }, { billing_type: 'payment_auto' }, { query: 'b3-777@' }],
  ],
  [
    listInvoices,
    [{}, { status: 'paid' }, { status: 'failed' }, { status: 'all' }, { due: 'overdue' }, { query: 'B3-00777' }],
  ],
  [
    listSubscriptionRequests,
    [{}, { status: 'wait-setup' }, { status: 'approved' }, { status: 'all' }, { status: 'all', query: 'b3-777@' }],
  ],
  [listOperatorActions, [{}, { action: 'user.update' }, { query: 'b3-777@' }]],
  [
    listSubscriptions,
    [
      {},
      { status: 'finished' },
      { status: 'terminated' },
      { status: 'all' },
      { type: 1 },
      { type: 2 },
      { query: 'b3-777@' },
    ],
  ],
]

/** Words of all rows. */
const BROAD: readonly (readonly [Operation, Record<string, unknown>])[] = [
  [listUsers, { query: 'kaiwa' }],
  [listPurchaseHistories, { query: 'kaiwa' }],
  [listSubscriptionRequests, { status: 'all', query: '見本' }],
  [listSubscriptions, { status: 'all', query: 'kaiwa' }],
  [listInvoices, { status: 'all', query: '見本' }],
  [listOperatorActions, { query: 'kaiwa' }],
]

/** Fills all lists. Indexes of words are built afterwards, which is faster than row by row. */
async function fill(db: Db, rows: number): Promise<void> {
  await sql`drop index users_search, invoices_search, subscription_requests_search, operator_actions_search`.execute(db)
  await sql`insert into users (email, first_name, last_name, is_disabled, email_verified_at)
    select 'b3-' || n || '@kaiwa.example', '花子' || n % 997, (array['山田', '佐藤', '鈴木', '高橋'])[n % 4 + 1], n % 50 = 0, now()
    from generate_series(1, ${rows}::integer) n`.execute(db)
  await sql`insert into workspaces (owner_id, status)
    select id, case when id % 100 = 0 then 'closed' else 'active' end from users where email like 'b3-%'`.execute(db)
  await sql`insert into workspace_members (user_id, workspace_id, role_id)
    select owner_id, id, 3 from workspaces where status = 'active' and id not in (select workspace_id from workspace_members)`.execute(
    db,
  )
  await sql`insert into subscriptions (workspace_id, plan_id, payment_type, price_list_id, status, end_date)
    select w.id, case when w.id % 3 > 0 then p.id end, 'monthly', (select min(id) from price_lists),
      (array['active', 'active', 'finished', 'terminated'])[w.id % 4 + 1], null
    from workspaces w, plans p where p.name = 'business' and w.owner_id in (select id from users where email like 'b3-%')`.execute(
    db,
  )
  await sql`insert into billing_ledger (workspace_id, billing_type, point, money, month, cause)
    select id, (array['purchase_point', 'payment_invoice', 'payment_auto', 'give_point'])[id % 4 + 1], 0, 1100, '2026-11-01', 'b3:' || id
    from workspaces`.execute(db)
  await sql`insert into invoices (workspace_id, subscription_id, kind, number, status, payment_type, company, issuer, month,
      issue_date, due_date, start_date, end_date, subtotal, tax, total)
    select workspace_id, id, 'invoice', 'B3-' || lpad(id::text, 8, '0'), (array['pending', 'paid', 'paid', 'failed'])[id % 4 + 1],
      'monthly', jsonb_build_object('name', '見本商事' || id % 997, 'contact_name', '佐藤', 'contact_email', 'b3@kaiwa.example'),
      '{}', '2026-11-01', '2026-11-30', case when id % 1000 < 4 then date '2026-01-01' else date '2099-12-31' end,
      '2026-11-01', '2026-11-30', 1000, 100, 1100
    from subscriptions`.execute(db)
  await sql`insert into subscription_requests (status, decided_at, plan_id, payment_type, company_name, contact_last_name,
      contact_first_name, contact_email, contact_phone, postal_code, prefecture, city, address_1, locale)
    select status, case when status <> 'created' then now() end, (select min(id) from plans), 'monthly', '見本商事' || n % 997, '佐藤',
      '次郎', 'b3-' || n || '@kaiwa.example', '0312345678', '100-0001', '東京都', '千代田区', '1-1', 'ja'
    from (select n, (array['created', 'wait-setup', 'approved', 'rejected'])[n % 4 + 1] as status
      from generate_series(1, ${rows}::integer) n) row`.execute(db)
  await sql`insert into operator_actions (action, subject, subject_id, subject_name, operator_name, operator_email, before, after)
    select (array['user.update', 'user.disable', 'point.add'])[n % 3 + 1], 'user', n, 'b3-' || n || '@kaiwa.example', '運営 一郎',
      'operator@kaiwa.example', '{}', '{}' from generate_series(1, ${rows}::integer) n`.execute(db)
  await sql`create index subscription_requests_search on subscription_requests using gin
    (search_grams(search_text(company_name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email)))`.execute(
    db,
  )
  await sql`create index operator_actions_search on operator_actions using gin
    (search_grams(search_text(subject_name || ' ' || coalesce(operator_name, '') || ' ' || coalesce(operator_email, ''))))`.execute(
    db,
  )
  await sql`create index users_search on users using gin
    (search_grams(search_text(last_name || first_name || ' ' || first_name || ' ' || email)))`.execute(db)
  await sql`create index invoices_search on invoices using gin
    (search_grams(search_text(number || ' ' || coalesce(company ->> 'name', '') || ' ' ||
      coalesce(company ->> 'contact_name', '') || ' ' || coalesce(company ->> 'contact_email', ''))))`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function open(rows: number) {
  const calls = await openCalls()
  await fill(calls.db, rows)
  const operator = await createOperator(calls.db)
  /** Milliseconds of one list, and the query for the note of a slow one. */
  const time = async (operation: Operation, query: Record<string, unknown>): Promise<number> => {
    const began = performance.now()
    await calls.succeed(operation, { query }, operator)
    return performance.now() - began
  }
  const timeDashboard = async (): Promise<number> => {
    const began = performance.now()
    await calls.succeed(getDashboard, {}, operator)
    return performance.now() - began
  }
  return { time, timeDashboard, close: calls.close }
}

const [many, few] = [await open(ROWS), await open(FEW)]
try {
  const slowest = { ms: 0, what: '' }
  await compare({
    id: 'B3',
    goal: { atMost: 2 },
    note: `p95, ${ROWS} rows in each list; ${loadNow()}`,
    ours: async () => {
      const taken: number[] = []
      for (const [operation, filters] of FILTERS)
        for (const filter of filters)
          for (let page = 1; page <= ('query' in filter ? 1 : 200); page += PAGE_STEP) {
            const ms = await many.time(operation, { ...filter, page })
            taken.push(ms)
            if (ms > slowest.ms)
              Object.assign(slowest, { ms, what: `${operation.name} ${JSON.stringify({ ...filter, page })}` })
          }
      for (let round = 0; round < 40; round += 1) taken.push(await many.timeDashboard())
      return p95(taken)
    },
    peer: async () => {
      const taken: number[] = []
      for (let round = 0; round < 40; round += 1)
        for (const [operation] of FILTERS) taken.push(await few.time(operation, { page: 1 }))
      for (let round = 0; round < 40; round += 1) taken.push(await few.timeDashboard())
      return p95(taken)
    },
  })
  for (const [operation, query] of BROAD)
    process.stdout.write(
      `words of all rows: ${operation.name} ${(await many.time(operation, { ...query, page: 1 })).toFixed(0)} ms\n`,
    )
  process.stdout.write(`slowest: ${slowest.what}, ${slowest.ms.toFixed(0)} ms\n`)
} finally {
  await many.close()
  await few.close()
}
