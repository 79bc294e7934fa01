import { type Kysely, sql } from 'kysely'

/**
 * The transcript: blocks with their terms and tag ranges, speakers, and the unchangeable original of the recognition.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table speakers (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      name text not null,
      description text,
      avatar text,
      is_manual boolean not null,
      created_at timestamptz not null default now(),
      last_edited_at timestamptz
    );
    create index speakers_workspace on speakers (workspace_id);

    create table project_speakers (
      project_id integer not null references projects on delete cascade,
      speaker_id integer not null references speakers on delete cascade,
      primary key (project_id, speaker_id)
    );
    create index project_speakers_speaker on project_speakers (speaker_id);

    create table transcripts (
      id integer generated always as identity primary key,
      file_id integer not null unique references files on delete cascade,
      status text not null default 'created'
        check (status in ('created', 'waiting', 'processing', 'completed', 'failed', 'canceled')),
      language text,
      revision integer not null default 0,
      last_edited_by integer references users on delete set null,
      last_edited_at timestamptz,
      created_at timestamptz not null default now()
    );

    create table blocks (
      id integer generated always as identity primary key,
      transcript_id integer not null references transcripts on delete cascade,
      uuid uuid not null,
      position numeric not null,
      start_time double precision not null,
      end_time double precision not null,
      content text not null,
      sentiment double precision not null default 0,
      section_name text,
      is_break boolean not null default false,
      speaker_id integer references speakers on delete set null,
      terms jsonb not null default '[]',
      revision integer not null default 0,
      unique (transcript_id, uuid),
      unique (transcript_id, position)
    );
    create index blocks_speaker on blocks (speaker_id);

    create table transcript_originals (
      transcript_id integer primary key references transcripts on delete cascade,
      engine text not null,
      blocks jsonb not null,
      created_at timestamptz not null default now()
    );
  `.execute(db)
}
