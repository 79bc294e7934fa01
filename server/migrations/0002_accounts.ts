import { type Kysely, sql } from 'kysely'

/**
 * People and their sessions. Only SHA-256 hashes of tokens are stored, so that a copy of the database cannot be used to
 * sign in.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table users (
      id integer generated always as identity primary key,
      email text not null,
      password_hash text,
      first_name text not null,
      last_name text not null,
      avatar text,
      company text,
      is_visited boolean not null default false,
      is_disabled boolean not null default false,
      is_operator boolean not null default false,
      settings jsonb not null default '{}',
      email_verified_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index users_email on users (lower(email));

    create table sessions (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      token_hash bytea not null unique,
      remember boolean not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      user_agent text not null default '',
      address text not null default ''
    );
    create index sessions_user on sessions (user_id);

    create table account_tokens (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('verify-account')),
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index account_tokens_user on account_tokens (user_id, purpose);
  `.execute(db)
}
