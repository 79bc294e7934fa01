import { type Kysely, sql } from 'kysely'

/** Descriptions that browsers send with a recording, and the result of reading it during the upload. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table recordings (
      file_id integer primary key references files on delete cascade,
      -- [{offset, started_at}]: each segment is a file of its own, and begins at this byte of the upload.
      segments jsonb not null default '[]',
      -- [{seconds, note}]: places that the person marked. They become sections.
      markers jsonb not null default '[]',
      -- [{seconds, missing, reason}]: at this time of the recording, so many seconds were not recorded.
      interruptions jsonb not null default '[]',
      -- The speech track as it was read while the recording grew; null until its end was read.
      listened jsonb,
      -- Bytes that were read when the last reader ended because no more came.
      listened_bytes bigint not null default 0,
      -- A worker is reading the recording until then; it renews the time while it lives.
      listening_until timestamptz,
      -- The segments are one file with a length and an index; null until then.
      joined_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table recordings is 'Recordings made in a browser: uploads whose length is not known while they are sent.';
    alter table files add column is_recording boolean not null default false;
    comment on column files.is_recording is 'The file is being recorded: its upload has no length yet.';
    create index files_recording on files (id) where is_recording;
  `.execute(db)
}
