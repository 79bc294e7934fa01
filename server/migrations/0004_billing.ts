import { type Kysely, sql } from 'kysely'

/**
 * Plans, subscriptions, and one append-only ledger of usage. A ledger row has a unique key that names its cause, so
 * that a cause is counted once even if its handler runs repeatedly.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table plans (
      id integer generated always as identity primary key,
      name text not null unique,
      description text not null default '',
      monthly_price integer not null,
      yearly_price integer not null,
      minute integer not null,
      storage integer not null,
      chat integer not null,
      editor integer not null,
      viewer integer not null
    );
    comment on column plans.storage is 'GB';

    create table subscriptions (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      plan_id integer references plans,
      payment_type text not null check (payment_type in ('credit_card', 'monthly', 'yearly')),
      status text not null default 'active' check (status in ('active', 'finished', 'terminated')),
      start_date timestamptz not null default now(),
      renewal_date timestamptz,
      end_date timestamptz
    );
    create unique index subscriptions_active on subscriptions (workspace_id) where status = 'active';

    create table usage_ledger (
      id bigint generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      user_id integer references users on delete set null,
      kind text not null check (kind in ('minute', 'storage', 'chat')),
      amount bigint not null,
      -- First day of the month in Japan in which the row is counted.
      month date not null default date_trunc('month', now() at time zone 'Asia/Tokyo')::date,
      cause text not null unique,
      -- The file that it was used for. If the file is deleted, the row is kept.
      file_id integer,
      created_at timestamptz not null default now()
    );
    comment on column usage_ledger.amount is 'minutes, bytes or chats; negative where something is given back';
    create index usage_ledger_month on usage_ledger (workspace_id, kind, month) include (amount);
    create index usage_ledger_file on usage_ledger (file_id) where kind = 'storage';
  `.execute(db)
}
