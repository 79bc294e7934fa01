import { type Kysely, sql } from 'kysely'

/**
 * The signature of an upload ends with the session to which it was given. Uploads from before have none: their browsers ask
 * for another signature.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table uploads add session_id integer;
    comment on column uploads.session_id is 'Session to which the last signature was given. Not a reference: a session that gets a new token gets a new id.';
  `.execute(db)
}
