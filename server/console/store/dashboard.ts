// The SQL of the dashboard. Days and months are those of Japan. Every figure is answered by an index.
import type { Dashboard } from '@kaiwa/contract/admin-console.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { TODAY } from './invoices.ts'

const DAY = sql`date_trunc('day', now(), 'Asia/Tokyo')`
const MONTH = sql`date_trunc('month', now(), 'Asia/Tokyo')`

interface Figures {
  users_today: number
  users_month: number
  requests_waiting: number
  subscriptions_active: number
  due: number
  due_total: number
  overdue: number
  overdue_total: number
  failed: number
  minutes_today: number
  minutes_month: number
  waiting: number
  processing: number
  failed_today: number
}

export async function findFigures(db: Db): Promise<Dashboard> {
  const { rows } = await sql<Figures>`
    select users_today, users_month, due, due_total, overdue, overdue_total, minutes_today, minutes_month, waiting,
      processing,
      (select count(*) from subscription_requests where status = 'created')::integer as requests_waiting,
      (select count(*) from subscriptions where status = 'active')::integer as subscriptions_active,
      (select count(*) from invoices where status = 'failed')::integer as failed,
      (select count(*) from files where status = 'failed' and last_updated_at >= ${DAY})::integer as failed_today
    from
      (select count(*) filter (where created_at >= ${DAY})::integer as users_today, count(*)::integer as users_month
        from users where created_at >= ${MONTH}) new_users,
      (select count(*) filter (where due_date >= ${TODAY})::integer as due,
          coalesce(sum(total) filter (where due_date >= ${TODAY}), 0)::bigint as due_total,
          count(*) filter (where due_date < ${TODAY})::integer as overdue,
          coalesce(sum(total) filter (where due_date < ${TODAY}), 0)::bigint as overdue_total
        from invoices where status = 'pending') unpaid,
      (select coalesce(sum(amount) filter (where created_at >= ${DAY}), 0)::integer as minutes_today,
          coalesce(sum(amount), 0)::integer as minutes_month
        from usage_ledger where kind = 'minute' and created_at >= ${MONTH}) minutes,
      (select count(*) filter (where status <> 'processing')::integer as waiting,
          count(*) filter (where status = 'processing')::integer as processing
        from files where status in ('uploaded', 'processing')) queue
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
