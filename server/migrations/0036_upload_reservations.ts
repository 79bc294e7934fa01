import { type Kysely, sql } from 'kysely'

/** Uploads of unknown length (recordings), the sender's metadata, and storage that is reserved for a limited time. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table uploads
      alter column declared_size drop not null,
      add column metadata text,
      add column reserved bigint not null default 0,
      add column reserved_until timestamptz not null default now()
  `.execute(db)
  await sql`comment on column uploads.declared_size is 'MB, as announced; null for a recording, whose length is told at its end'`.execute(
    db,
  )
  await sql`comment on column uploads.metadata is 'Upload-Metadata, as sent at the creation'`.execute(db)
  await sql`comment on column uploads.reserved is 'bytes of storage that count as taken until reserved_until; received ones count longer'`.execute(
    db,
  )
  await sql`
    update uploads set reserved = coalesce(length, round(declared_size * 1048576)::bigint),
      reserved_until = now() + interval '1 hour'
    where completed_at is null
  `.execute(db)
}
