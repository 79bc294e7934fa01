import { type Kysely, sql } from 'kysely'

/** A generation of values has a deadline, which counts from its first worker. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table crm_generations add column started_at timestamptz;
    comment on column crm_generations.started_at is 'When a worker first began to write; null while it waits for one.';
  `.execute(db)
}
