import { type Kysely, sql } from 'kysely'

/**
 * A file is one recording, from the moment its upload is announced. `run` is the number of the current processing
 * attempt: the fencing number that late writes of an older attempt are checked against.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table files (
      id integer generated always as identity primary key,
      item_id integer not null unique references items on delete cascade,
      project_id integer not null references projects,
      workspace_id integer not null references workspaces on delete cascade,
      title text not null,
      file_name text not null,
      video_id uuid not null unique,
      is_audio boolean not null,
      status text not null default 'waiting'
        check (status in ('waiting', 'uploaded', 'processing', 'processed', 'failed', 'canceled')),
      failed_reason text check (failed_reason in (
        'file-not-found', 'record-not-found', 'no-audio-detected', 'no-transcript', 'max-file-size-exceeded',
        'quota-exceeded', 'not-enough-minute', 'pre-processing-failed', 'transcript-failed', 'timeout')),
      note jsonb,
      language text not null default 'auto' check (language in ('auto', 'ja', 'en')),
      num_speaker integer check (num_speaker between 1 and 5),
      -- The engine that must recognise it; null if the language decides.
      engine text,
      duration double precision not null default 0,
      original_size bigint not null,
      derived_size bigint not null default 0,
      run integer not null default 0,
      -- Results of the media pass; null until it is done.
      probe jsonb,
      is_original_playable boolean not null default false,
      is_playable boolean not null default false,
      thumbnail_count integer not null default 0,
      has_thumbnail boolean not null default false,
      prepared_at timestamptz,
      -- Whether each channel holds one speaker, as on a recorded call.
      has_separate_channels boolean not null default false,
      -- Minutes are charged once. The cause of the current ledger row; null if nothing is charged.
      charge_cause text,
      charge_count integer not null default 0,
      transcript_started_at timestamptz,
      estimate_completed_at timestamptz,
      processed_at timestamptz,
      created_by integer references users on delete set null,
      created_at timestamptz not null default now(),
      last_updated_by integer references users on delete set null,
      last_updated_at timestamptz not null default now()
    );
    create index files_project on files (project_id);
    create index files_running on files (status) where status in ('waiting', 'uploaded', 'processing');

    create table uploads (
      id integer generated always as identity primary key,
      file_id integer not null unique references files on delete cascade,
      uuid uuid not null,
      created_by integer not null references users on delete cascade,
      declared_size double precision not null,
      length bigint,
      received bigint not null default 0,
      expires_at timestamptz not null,
      completed_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on column uploads.declared_size is 'MB, as announced';
    comment on column uploads.received is 'bytes that are on disk, synced';
    create index uploads_unfinished on uploads (expires_at) where completed_at is null;

    -- A stretch of speech of at most 30 s: the unit of work, of progress and of early reading.
    create table speech_chunks (
      id integer generated always as identity primary key,
      file_id integer not null references files on delete cascade,
      position integer not null,
      start_time double precision not null,
      end_time double precision not null,
      storage_key text not null,
      -- Energy of each channel, one value per 50 ms; null for mono.
      envelope jsonb,
      status text not null default 'waiting' check (status in ('waiting', 'recognised', 'failed')),
      attempts integer not null default 0,
      engine text,
      language text,
      -- The recognised words (times from the chunk's start), the engine's turns, and voices to be clustered.
      words jsonb,
      turns jsonb,
      voices jsonb,
      seconds_spent double precision,
      finished_at timestamptz,
      unique (file_id, position)
    );
    create index speech_chunks_status on speech_chunks (file_id, status);
  `.execute(db)
}
