import { type Kysely, sql } from 'kysely'

/** Links that set a password, and links that sign in. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table account_tokens drop constraint account_tokens_purpose_check;
    alter table account_tokens add constraint account_tokens_purpose_check
      check (purpose in ('verify-account', 'set-password', 'magic-link'));
  `.execute(db)
}
