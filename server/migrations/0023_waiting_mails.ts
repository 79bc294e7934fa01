import { type Kysely, sql } from 'kysely'

/**
 * Mails that wait to be sent. They hold links that sign people in: the row goes with the sending, while the job that sends
 * it knows its number only and may stay in the queue's records for a day.
 */
export const up = async (db: Kysely<unknown>) => {
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
