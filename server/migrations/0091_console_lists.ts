import { type Kysely, sql } from 'kysely'

/** Lists of the console are counted and narrowed by indexes alone; contracts of a rare type are found by their plans. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index subscriptions_plan on subscriptions (plan_id);
    drop index subscriptions_status;
    create index subscriptions_status on subscriptions (status, id desc) include (plan_id);
    drop index invoices_due;
    create index invoices_due on invoices (due_date) include (total) where status = 'pending';
  `.execute(db)
}
