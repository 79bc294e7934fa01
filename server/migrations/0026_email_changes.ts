import { type Kysely, sql } from 'kysely'

/** A link that confirms a new email address of a user: `email` is the address it was sent to. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table account_tokens add column email text;
    alter table account_tokens drop constraint account_tokens_purpose_check;
    alter table account_tokens add constraint account_tokens_purpose_check check (
      case when purpose = 'change-email' then email is not null
      else purpose in ('verify-account', 'set-password', 'magic-link') and email is null end
    );
  `.execute(db)
}
