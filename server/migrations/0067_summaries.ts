import { type Kysely, sql } from 'kysely'

/** Summaries of files, written by a model and edited by people; off until the owner of the workspace switches them on. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table summary_settings (
      -- Summaries are switched on.
      workspace_id integer primary key references workspaces on delete cascade,
      enabled_by integer references users on delete set null,
      enabled_at timestamptz not null default now()
    );
    create index summary_settings_person on summary_settings (enabled_by);

    -- One row for each file that was processed at least once.
    create table summaries (
      file_id integer primary key references files on delete cascade,
      -- Raised when the text of the transcript changes.
      text_version integer not null default 0,
      is_writing boolean not null default false,
      -- The person whose rights the generation has.
      requested_by integer references users on delete set null,
      model text,
      host text,
      -- Raised by each generation; part of the cause in the usage ledger.
      generation integer not null default 0,
      -- Raised when a worker begins to write: a worker with an older number writes nothing.
      claim integer not null default 0,
      -- Parts that this generation has finished. Without any, its chat is returned.
      ready_parts integer not null default 0
    );
    create index summaries_writing on summaries (file_id) where is_writing;
    create index summaries_person on summaries (requested_by);

    create table summary_parts (
      file_id integer not null references summaries on delete cascade,
      part text not null check (part in ('overview', 'decisions', 'to_dos', 'sections')),
      status text not null check (status in ('none', 'writing', 'ready', 'failed')),
      error text check (error in ('not-ready', 'rate-limit', 'tpm-exceeded', 'length-limit', 'server-error')),
      items jsonb not null default '[]',
      version integer not null default 0,
      -- The text_version of the summary when the part was written; null before.
      text_version integer,
      generated_at timestamptz,
      edited_by integer references users on delete set null,
      edited_at timestamptz,
      primary key (file_id, part)
    );
    create index summary_parts_person on summary_parts (edited_by);

    insert into summaries (file_id) select file_id from transcripts where status = 'completed';
  `.execute(db)
}
