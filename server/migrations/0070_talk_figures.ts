import { type Kysely, sql } from 'kysely'

/** Figures of talk per transcript, for the comparison of a folder's files (decision 122). */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table talk_figures (
      transcript_id integer primary key references transcripts on delete cascade,
      -- The revision of the transcript from which the figures were computed.
      revision integer not null,
      unit text not null check (unit in ('characters', 'words')),
      duration double precision not null,
      -- Figures of all speakers together; null if nobody talks.
      total jsonb,
      -- Figures of each speaker, the longest talk time first.
      speakers jsonb not null
    );
  `.execute(db)
}
