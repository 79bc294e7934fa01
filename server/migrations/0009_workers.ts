import { type Kysely, sql } from 'kysely'

/**
 * The current capabilities of each worker process, reported every few seconds, so that any api node can return all of
 * them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table workers (
      id uuid primary key,
      parts jsonb not null,
      languages text[] not null,
      detects_language boolean not null,
      seen_at timestamptz not null default now()
    );
  `.execute(db)
}
