// Lists of the console against an oracle that looks at every row: random words, filters and pages over random people,
// contracts, changes of plans, invoices and applications.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlan } from '../../test/factories/contracts.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { randomNumbers } from '../../test/random-numbers.ts'
import { actionsBy } from './audit.ts'
import { historiesBy } from './histories.ts'
import { invoicesBy } from './invoices.ts'
import { findIdsInBatches, findPage, type List } from './list-rows.ts'
import { requestsBy } from './requests.ts'
import { wordsOf } from './search.ts'
import { subscriptionsBy } from './subscriptions.ts'
import { usersBy } from './users.ts'

/** More than the few rows that are always tested one by one. */
const ROWS = 2_500
const QUERIES = 60

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
  await fill()
}, 120_000)
afterAll(() => test.close())

/** Names of few characters, so that words share their pairs. The latest half has a name that the other half lacks. */
async function fill(): Promise<void> {
  const { db } = test
  const [business, personal] = [await createPlan(db), await createPlan(db, { audience: 'personal' })]
  await sql`
    insert into users (email, first_name, last_name, is_disabled)
    select 'u' || n * 7919 % 10007 || '@waka.example', (array['花子', '子花', 'ｶﾜ', 'Iwai'])[n % 4 + 1] || n % 97,
      case when n > ${ROWS / 2} then '新' else '古' end || (array['山田', '田山', '山山'])[n % 3 + 1], n % 10 = 0
    from generate_series(1, ${ROWS}::integer) n;
  `.execute(db)
  await sql`
    insert into workspaces (owner_id, status)
    select id, case when id % 20 = 0 then 'closed' else 'active' end from users
  `.execute(db)
  await sql`
    insert into companies (name, contact_last_name, contact_first_name, contact_email, contact_phone, postal_code,
      prefecture, city, address_1)
    select '山花商事' || n, '新', '花子', 'c' || n || '@shoji.example', '1', '1', '1', '1', '1' from generate_series(1, 50) n
  `.execute(db)
  await sql`
    insert into subscriptions (workspace_id, plan_id, payment_type, price_list_id, status, company_id)
    select id, (array[${business}::integer, ${personal}::integer, null])[id % 3 + 1], 'monthly',
      (select min(id) from price_lists), (array['active', 'active', 'finished', 'terminated'])[id % 4 + 1],
      case when id % 7 = 0 then (select min(id) from companies) + id % 50 end
    from workspaces
  `.execute(db)
  await sql`
    insert into plan_changes (subscription_id, from_month, plan_id, payment_type, company_id, deleted_at)
    select id, date_trunc('month', now() at time zone 'Asia/Tokyo')::date + make_interval(months => id % 3 - 1),
      (array[${business}::integer, ${personal}::integer, null])[id % 5 % 3 + 1], 'monthly',
      (select min(id) from companies) + id % 11, case when id % 8 = 0 then now() end
    from subscriptions where id % 4 = 0
  `.execute(db)
  // As before the job of the month.
  await sql`
    update subscriptions set is_business = not is_business, type_until = date_trunc('month', now() at time zone 'Asia/Tokyo')
    where id % 12 = 0
  `.execute(db)
  await sql`
    insert into billing_ledger (workspace_id, billing_type, point, month, cause)
    select id, (array['purchase_point', 'payment_auto', 'give_point'])[n], 0, '2026-11-01', 'test:' || id || ':' || n
    from workspaces, generate_series(1, 3) n where n = 1 or id % n = 0
  `.execute(db)
  await sql`
    insert into invoices (workspace_id, subscription_id, kind, number, status, payment_type, company, issuer, month,
      issue_date, due_date, start_date, end_date, subtotal, tax, total)
    select workspace_id, id, 'invoice', 'T-' || id, (array['pending', 'paid', 'failed'])[id % 3 + 1], 'monthly',
      jsonb_build_object('name', '山花商事' || id % 31, 'contact_name', '新 花子'), '{}', '2026-11-01', '2026-11-30',
      case when id % 5 = 0 then date '2026-01-01' else date '2099-12-31' end, '2026-11-01', '2026-11-30', 1, 0, 1
    from subscriptions
  `.execute(db)
  await sql`
    insert into subscription_requests (status, decided_at, plan_id, payment_type, company_name, contact_last_name,
      contact_first_name, contact_email, contact_phone, postal_code, prefecture, city, address_1, locale)
    select status, case when status <> 'created' then now() end, ${business}::integer, 'monthly', '花山商事' || n % 31,
      '新', '花子', 'r' || n || '@waka.example', '1', '1', '1', '1', '1', 'ja'
    from (select n, (array['created', 'approved', 'rejected'])[n % 3 + 1] as status from generate_series(1, 1000) n) row
  `.execute(db)
  await sql`
    insert into operator_actions (action, subject, subject_id, subject_name, operator_name, operator_email, before, after)
    select (array['user.update', 'point.add'])[n % 2 + 1], 'user', n, 'u' || n || '@waka.example', '運営 一郎', 'o@waka.example',
      '{}', '{}' from generate_series(1, 1000) n
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
}

type Filters = Partial<Record<'status' | 'billing_type' | 'action' | 'due' | 'query', string>> & { type?: 1 | 2 }

/** A condition on a text as people see it, computed for every row. */
function has(query: string | undefined, text: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = wordsOf(query ?? '')
  const contained = sql`position(word in ' ' || lower(normalize(${text}, NFKC))) > 0`
  return sql`coalesce((select bool_and(${contained}) from unnest(${words}::text[]) word), true)`
}

function equals(column: string, value: string | undefined): RawBuilder<boolean> {
  return value === undefined || value === 'all' ? sql`true` : sql`${sql.ref(column)} = ${value}`
}

const person = sql`u.last_name || u.first_name || ' ' || u.first_name || ' ' || u.email`
const company = sql`c.name || ' ' || c.contact_last_name || c.contact_first_name || ' ' || c.contact_email`
const USER_STATUS: Record<string, RawBuilder<boolean>> = {
  enabled: sql`not u.is_disabled`,
  disabled: sql`u.is_disabled`,
  closed: sql`u.id in (select owner_id from workspaces where status = 'closed')
    and u.id not in (select user_id from workspace_members)`,
}
const month = sql`date_trunc('month', now() at time zone 'Asia/Tokyo')::date`
/** Changes of a contract that were not taken back. */
const changes = sql`plan_changes p where p.subscription_id = s.id and p.deleted_at is null`
const plan = sql`case when exists (select from ${changes} and p.from_month <= ${month})
  then (select p.plan_id from ${changes} and p.from_month <= ${month} order by p.from_month desc limit 1) else s.plan_id end`
const isBusiness = sql`coalesce((select audience = 'business' from plans where id = ${plan}), false)`

interface Kind {
  list: (filters: Filters) => List
  /** A query of the ids of all rows that meet the filters. */
  oracle: (filters: Filters) => RawBuilder<{ id: number }>
  filters: readonly Filters[]
}

const KINDS: Record<string, Kind> = {
  users: {
    list: (filters) => usersBy(filters as Parameters<typeof usersBy>[0]),
    oracle: ({ status = '', query }) =>
      sql`select u.id from users u where ${USER_STATUS[status] ?? sql`true`} and ${has(query, person)}`,
    filters: [{}, { status: 'enabled' }, { status: 'disabled' }, { status: 'closed' }],
  },
  histories: {
    list: (filters) => historiesBy(filters as Parameters<typeof historiesBy>[0]),
    oracle: ({ billing_type: type, query }) => sql`
      select b.id from billing_ledger b join workspaces w on w.id = b.workspace_id join users u on u.id = w.owner_id
      where ${equals('billing_type', type)} and ${has(query, person)}`,
    filters: [{}, { billing_type: 'payment_auto' }, { billing_type: 'give_point' }, { billing_type: 'use_point' }],
  },
  invoices: {
    list: (filters) => invoicesBy(filters as Parameters<typeof invoicesBy>[0]),
    oracle: ({ status, due, query }) => sql`
      select id from invoices where ${equals('status', status)}
        and ${due ? sql`status = 'pending' and due_date < '2026-06-01'` : sql`true`}
        and ${has(query, sql`number || ' ' || (company ->> 'name') || ' ' || (company ->> 'contact_name') || ' '`)}`,
    filters: [
      { status: 'all' },
      { status: 'paid' },
      { status: 'pending', due: 'overdue' },
      { status: 'all', due: 'overdue' },
    ],
  },
  requests: {
    list: (filters) => requestsBy(filters as Parameters<typeof requestsBy>[0]),
    oracle: ({ status, query }) => sql`
      select id from subscription_requests where ${equals('status', status)}
        and ${has(query, sql`company_name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email`)}`,
    filters: [{ status: 'all' }, { status: 'created' }],
  },
  actions: {
    list: (filters) => actionsBy(filters as Parameters<typeof actionsBy>[0]),
    oracle: ({ action, query }) => sql`
      select id from operator_actions where ${equals('action', action)}
        and ${has(query, sql`subject_name || ' ' || operator_name || ' ' || operator_email`)}`,
    filters: [{}, { action: 'user.update' }],
  },
  subscriptions: {
    list: (filters) => subscriptionsBy(filters as Parameters<typeof subscriptionsBy>[0]),
    oracle: ({ status, type, query }) => sql`
      select s.id from subscriptions s join workspaces w on w.id = s.workspace_id join users u on u.id = w.owner_id
      where ${equals('s.status', status)} and ${type === undefined ? sql`true` : sql`${isBusiness} = ${type === 1}`}
        and (${has(query, person)}
          or exists (select from companies c where c.id = s.company_id and ${has(query, company)})
          or exists (select from companies c where c.id in (select p.company_id from ${changes}) and ${has(query, company)}))`,
    filters: [
      { status: 'all' },
      { status: 'active' },
      { status: 'terminated' },
      { status: 'all', type: 1 },
      { status: 'active', type: 2 },
    ],
  },
}

const TEXTS = [
  '新山田花子1 花子1 u7919@waka.example',
  '古田山Iwai96 カワ12 u12@waka.example',
  '山花商事5 新花子 c3@shoji.example T-17',
  '花山商事 新 運営 一郎 waiwa 山花山',
]

function queriesOf(random: () => number): string[] {
  const below = (end: number) => Math.floor(random() * end)
  const word = (): string => {
    const text = [...TEXTS[below(TEXTS.length)]!]
    const start = below(text.length - 1)
    return text.slice(start, start + 1 + below(6)).join('')
  }
  return Array.from({ length: QUERIES }, () => (random() < 0.7 ? word() : `${word()} ${word()}`))
}

it('finds what a look at every row finds, with its number, for random words, filters and pages', async () => {
  const random = randomNumbers(15)
  const sizes = new Set<string>()
  for (const words of queriesOf(random)) {
    const names = Object.keys(KINDS)
    const name = names[Math.floor(random() * names.length)]!
    const { list, oracle, filters: choices } = KINDS[name]!
    const query = random() < 0.1 ? undefined : words
    const filters = { ...choices[Math.floor(random() * choices.length)], ...(query !== undefined && { query }) }
    const wanted = (await sql<{ id: number }>`select id from (${oracle(filters)}) o order by id desc`.execute(test.db))
      .rows
    const ids = wanted.map(({ id }) => id)
    const last = Math.max(1, Math.ceil(ids.length / LIMITS.adminRowsPerPage))
    const page = 1 + Math.floor(random() * (last + 1))
    expect({ name, filters, ...(await findPage(test.db, list(filters), page)) }).toEqual({
      name,
      filters,
      ids: ids.slice((page - 1) * LIMITS.adminRowsPerPage).slice(0, LIMITS.adminRowsPerPage),
      current_page: page,
      last_page: last,
      total: ids.length,
      is_total_exact: true,
    })
    if (random() < 0.1) {
      const read: number[] = []
      for await (const batch of findIdsInBatches(test.db, list(filters), 300)) read.push(...batch)
      expect(read).toEqual(ids)
    }
    sizes.add(`${name} ${ids.length === 0 ? 'none' : ids.length < 500 ? 'few' : 'many'}`)
  }
  // The queries are worth something: lists were found empty, short and long.
  expect(sizes.size).toBeGreaterThan(12)
}, 120_000)
