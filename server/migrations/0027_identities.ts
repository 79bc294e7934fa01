import { type Kysely, sql } from 'kysely'

/**
 * Identities of users at an OpenID Connect provider, and sign-in attempts that browsers have started. An attempt stores
 * nothing with which it could be completed: state, nonce and verifier are derived from a token that only the browser
 * has.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table identities (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      issuer text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      unique (issuer, subject)
    );
    create index identities_user on identities (user_id);

    create table google_attempts (
      id uuid primary key,
      browser_hash bytea not null,
      is_app boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index google_attempts_browser on google_attempts (browser_hash);
  `.execute(db)
}
