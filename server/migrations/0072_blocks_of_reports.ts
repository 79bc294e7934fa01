import { type Kysely, sql } from 'kysely'

/**
 * Reports count blocks and talk time by speaker and emotion. The index has these columns, so that they need not read the
 * blocks, which are large because of their words.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index blocks_transcript_figures on blocks (transcript_id, speaker_id)
      include (id, sentiment, start_time, end_time);
    drop index blocks_transcript_speaker;
  `.execute(db)
}
