// The SQL of the dashboard. Days and months are those of Japan. Every figure is answered by an index;
// rows are counted up to a limit, as in the lists.
import type { Dashboard } from '@kaiwa/contract/admin-console.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { TODAY } from './invoices.ts'

/** As subqueries, which PostgreSQL computes once and not for each row. */
const DAY = sql`(select date_trunc('day', now(), 'Asia/Tokyo'))`
const COUNTED = LIMITS.adminCounted
const MONTH = sql`(select date_trunc('month', now(), 'Asia/Tokyo'))`

interface Figures {
  users_today: number
  users_month: number
  requests_waiting: number
  subscriptions_active: number
  due: number
  due_total: number | null
  overdue: number
  overdue_total: number | null
  failed: number
  minutes_today: number
  minutes_month: number
  waiting: number
  processing: number
  failed_today: number
}

/** Counts up to COUNTED rows: a larger number is shown as 'more'. */
function counted(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::integer from (select ${rows} limit ${COUNTED}) counted)`
}

/** The number of invoices and their total, which is null where not all of them were counted. */
function invoicesOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::integer as count, case when count(*) < ${COUNTED} then coalesce(sum(total), 0)::bigint end as total
    from (select total from invoices where status = 'pending' and ${condition} limit ${COUNTED}) counted)`
}

export async function findFigures(db: Db): Promise<Dashboard> {
  const { rows } = await sql<Figures>`
    select
      users_today, users_month,
      ${counted(sql`from subscription_requests where status = 'created'`)} as requests_waiting,
      ${counted(sql`from subscriptions where status = 'active'`)} as subscriptions_active,
      ${counted(sql`from invoices where status = 'failed'`)} as failed,
      ${counted(sql`from files where status = 'failed' and last_updated_at >= ${DAY}`)} as failed_today,
      ${counted(sql`from files where status = 'uploaded'`)} as waiting,
      ${counted(sql`from files where status = 'processing'`)} as processing,
      due.count as due, due.total as due_total, overdue.count as overdue, overdue.total as overdue_total,
      minutes_today, minutes_month
    from ${invoicesOf(sql`due_date >= ${TODAY}`)} due, ${invoicesOf(sql`due_date < ${TODAY}`)} overdue,
      (select count(*) filter (where created_at >= ${DAY})::integer as users_today, count(*)::integer as users_month
        from (select created_at from users where created_at >= ${MONTH} order by created_at desc limit ${COUNTED}) latest) users,
      (select coalesce(sum(amount) filter (where created_at >= ${DAY}), 0)::integer as minutes_today,
          coalesce(sum(amount), 0)::integer as minutes_month
        from usage_ledger where kind = 'minute' and created_at >= ${MONTH}) minutes
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('the dashboard has no figures')
  return {
    users: { today: row.users_today, month: row.users_month },
    requests_waiting: row.requests_waiting,
    subscriptions_active: row.subscriptions_active,
    invoices: {
      due: row.due,
      due_total: row.due_total,
      overdue: row.overdue,
      overdue_total: row.overdue_total,
      failed: row.failed,
    },
    minutes: { today: row.minutes_today, month: row.minutes_month },
    queue: { waiting: row.waiting, processing: row.processing, failed_today: row.failed_today },
  }
}
