import { type Kysely, sql } from 'kysely'

/**
 * The second step of signing in. A secret is encrypted with the program's own secret, recovery codes are hashed like
 * passwords. Until `confirmed_at` is set, a secret is only offered. `last_step` is the time step of the last accepted
 * code, so that no code can be used twice. A ticket proves that its bearer has passed the first step.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table two_factors (
      user_id integer primary key references users on delete cascade,
      sealed_secret bytea not null,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      last_step integer
    );

    create table recovery_codes (
      id integer generated always as identity primary key,
      user_id integer not null references two_factors on delete cascade,
      code_hash text not null,
      used_at timestamptz
    );
    create index recovery_codes_user on recovery_codes (user_id);

    create table sign_in_tickets (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      token_hash bytea not null unique,
      remember boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sign_in_tickets_user on sign_in_tickets (user_id);
  `.execute(db)
}
