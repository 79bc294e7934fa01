import { type Kysely, sql } from 'kysely'

/**
 * Tables of the platform: the outbox of events, mails of an installation without SMTP, leases with fencing numbers, and
 * rate limit counters. The tables of the job queue are in a separate schema managed by pg-boss.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      type text not null,
      data jsonb not null,
      channels text[] not null default '{}',
      created_at timestamptz not null default now(),
      -- Names of the finished reactions, so that a retry runs only the others.
      reactions_done text[] not null default '{}',
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      reacted_at timestamptz,
      pushed_at timestamptz
    );
    comment on column events.pushed_at is 'when a node claimed it for the hosted realtime service';
    create index events_waiting on events (type, id) where reacted_at is null;
    create index events_created on events (created_at);

    create table mails (
      id integer generated always as identity primary key,
      job_id uuid not null unique,
      to_address text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      raw bytea not null,
      created_at timestamptz not null default now()
    );

    create table job_failures (
      job_id uuid primary key,
      count integer not null,
      failed_at timestamptz not null default now()
    );
    comment on table job_failures is 'how often the handler of a job threw; deaths of workers are not counted';

    create table leases (
      key text primary key,
      fence bigint not null,
      holder text not null,
      expires_at timestamptz not null
    );
    comment on column leases.fence is 'raised by every change of holder; a write under an older number is refused';

    -- Unlogged: losing the counters in a crash is harmless, and it saves writing them to the WAL.
    create unlogged table rate_limits (
      key text primary key,
      count integer not null,
      expires_at timestamptz not null
    );
    create index rate_limits_expiry on rate_limits (expires_at);
  `.execute(db)
}
