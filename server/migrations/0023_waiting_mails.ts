import { type Kysely, sql } from 'kysely'

/**
 * Mails that wait to be sent. They contain sign-in links, so the row is deleted after sending. The job that sends it
 * contains only its number, because the queue keeps job data for a day.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table waiting_mails (
      id integer generated always as identity primary key,
      to_address text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      created_at timestamptz not null default now()
    );
  `.execute(db)
}
