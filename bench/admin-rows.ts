// Rows for the lists of the console, the same number in each list.
import { sql } from 'kysely'
import type { Db } from '../server/platform/database/database.ts'

const TABLES = [
  'users',
  'workspaces',
  'workspace_members',
  'subscriptions',
  'billing_ledger',
  'invoices',
  'subscription_requests',
  'operator_actions',
]

/**
 * Fills all lists. Foreign keys and triggers are not run for rows that fit. Indexes are built afterwards, two at a time,
 * which is faster than row by row.
 */
export async function fillAdminLists(db: Db, rows: number): Promise<void> {
  const indexes = await takeIndexes(db)
  await Promise.all([
    asReplica(db, (one) => insertContracts(one, rows)),
    asReplica(db, (one) => insertRequests(one, rows).then(() => insertActions(one, rows))),
  ])
  const build = async (): Promise<void> => {
    for (let next = indexes.pop(); next !== undefined; next = indexes.pop()) {
      const definition = next
      await db.connection().execute(async (one) => {
        await sql`set maintenance_work_mem = '512MB'`.execute(one)
        await sql.raw(definition).execute(one)
        await sql`reset maintenance_work_mem`.execute(one)
      })
    }
  }
  await Promise.all([build(), build()])
  await sql`vacuum analyze`.execute(db)
}

/** Drops the indexes that no constraint needs, and returns their definitions. */
async function takeIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${TABLES}::text[]::regclass[]) and not indisunique
  `.execute(db)
  await sql`drop index ${sql.join(rows.map(({ name }) => sql.raw(name)))}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function asReplica(db: Db, insert: (one: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await insert(one)
    await sql`reset session_replication_role`.execute(one)
  })
}

/** Owners with a workspace, a contract, a row of the ledger and an invoice. */
async function insertContracts(db: Db, rows: number): Promise<void> {
  await sql`insert into users (email, first_name, last_name, is_disabled, email_verified_at)
    select 'b3-' || n || '@kaiwa.example', '花子' || n % 997, (array['山田', '佐藤', '鈴木', '高橋'])[n % 4 + 1], n % 50 = 0, now()
    from generate_series(1, ${rows}::integer) n`.execute(db)
  await sql`insert into workspaces (owner_id, status)
    select id, case when id % 100 = 0 then 'closed' else 'active' end from users where email like 'b3-%'`.execute(db)
  await sql`insert into workspace_members (user_id, workspace_id, role_id)
    select owner_id, id, 3 from workspaces where status = 'active' and id not in (select workspace_id from workspace_members)`.execute(
    db,
  )
  await sql`insert into closed_owners select owner_id from workspaces where status = 'closed'`.execute(db)
  await sql`insert into subscriptions (workspace_id, plan_id, is_business, payment_type, price_list_id, status, end_date)
    select w.id, case when w.id % 3 > 0 then p.id end, w.id % 3 > 0, 'monthly', (select min(id) from price_lists),
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
}

async function insertRequests(db: Db, rows: number): Promise<void> {
  await sql`insert into subscription_requests (status, decided_at, plan_id, payment_type, company_name, contact_last_name,
      contact_first_name, contact_email, contact_phone, postal_code, prefecture, city, address_1, locale)
    select status, case when status <> 'created' then now() end, (select min(id) from plans), 'monthly', '見本商事' || n % 997, '佐藤',
      '次郎', 'b3-' || n || '@kaiwa.example', '0312345678', '100-0001', '東京都', '千代田区', '1-1', 'ja'
    from (select n, (array['created', 'wait-setup', 'approved', 'rejected'])[n % 4 + 1] as status
      from generate_series(1, ${rows}::integer) n) row`.execute(db)
}

async function insertActions(db: Db, rows: number): Promise<void> {
  await sql`insert into operator_actions (action, subject, subject_id, subject_name, operator_name, operator_email, before, after)
    select (array['user.update', 'user.disable', 'point.add'])[n % 3 + 1], 'user', n, 'b3-' || n || '@kaiwa.example', '運営 一郎',
      'operator@kaiwa.example', '{}', '{}' from generate_series(1, ${rows}::integer) n`.execute(db)
}
