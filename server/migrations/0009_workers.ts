import { type Kysely, sql } from 'kysely'

/** What each worker process can do now, told by itself every few seconds: any api node answers with all of them. */
export const up = async (db: Kysely<unknown>) => {
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
