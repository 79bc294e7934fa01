import { type Kysely, sql } from 'kysely'

/**
 * Drafts: unsaved changes of edit mode that the browser stores every few seconds. One per version of the edit lock; the
 * changed blocks are rows, so that a call writes only what changed since the call before.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table transcript_drafts (
      transcript_id integer not null references transcripts on delete cascade,
      lock_version integer not null,
      user_id integer not null references users on delete cascade,
      -- The client's id of the draft.
      key text not null,
      -- Raised by each call; a call that builds on another version is refused.
      version integer not null,
      saved_at timestamptz not null default clock_timestamp(),
      -- Number of changed blocks, and characters of their JSON.
      blocks integer not null default 0,
      size bigint not null default 0,
      primary key (transcript_id, lock_version)
    );
    create index transcript_drafts_user on transcript_drafts (user_id);

    create table draft_blocks (
      transcript_id integer not null,
      lock_version integer not null,
      uuid uuid not null,
      -- The block on which the change is based; null for a new block.
      before jsonb,
      -- Null for a deleted block.
      after jsonb,
      -- The block before it in the draft; null at the start.
      previous uuid,
      -- Characters of the JSON of both.
      size integer not null,
      primary key (transcript_id, lock_version, uuid),
      foreign key (transcript_id, lock_version) references transcript_drafts on delete cascade
    );
  `.execute(db)
}
