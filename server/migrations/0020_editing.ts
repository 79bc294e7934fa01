import { type Kysely, sql } from 'kysely'

/**
 * For editing: one lock per transcript, and a journal that stores every changed block as it was before each revision.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- The row is kept when the lock is released: if its version started again, a late save could look like a new one.
    create table edit_locks (
      transcript_id integer primary key references transcripts on delete cascade,
      user_id integer not null references users on delete cascade,
      version integer not null,
      until timestamptz not null,
      -- 'held' with an 'until' in the past: expired, but the event was not published yet.
      state text not null check (state in ('held', 'expired', 'released')),
      block_uuids uuid[] not null default '{}'
    );

    create table transcript_revisions (
      transcript_id integer not null references transcripts on delete cascade,
      revision integer not null,
      kind text not null
        check (kind in ('edit', 'speaker', 'section', 'tag', 'merge', 'restore', 'import', 'analysis')),
      edited_by integer references users on delete set null,
      edited_at timestamptz not null default now(),
      -- The change set that readers apply; null if they must reload.
      changes jsonb,
      -- Fingerprint of the request, so that a repeated request is applied once.
      fingerprint text,
      added integer not null,
      changed integer not null,
      removed integer not null,
      primary key (transcript_id, revision)
    );

    -- A block before a revision changed it; null if it did not exist. Its state afterwards is in the next row of the
    -- same uuid or, if there is none, in the block itself.
    create table block_versions (
      transcript_id integer not null references transcripts on delete cascade,
      uuid uuid not null,
      revision integer not null,
      before jsonb,
      primary key (transcript_id, uuid, revision)
    );
    create index block_versions_revision on block_versions (transcript_id, revision);

    create index blocks_uuid on blocks (uuid);
    create index blocks_transcript_speaker on blocks (transcript_id, speaker_id);

    -- The speaker that a merged speaker became: late saves and restored blocks still refer to the old id.
    alter table speakers add column merged_into integer references speakers on delete set null;
  `.execute(db)
}
