// The speakers of a file in the table of a folder: how many speak, and which names people gave them.
import { sql } from 'kysely'

export interface SpeakersOfRow {
  speakers: { count: number; names: string[] }
}

/** Names that a row contains at most. */
const SHOWN = 3

/**
 * The speakers of the surrounding query's `transcripts`. The index (transcript, speaker) is read by jumping from one
 * speaker to the next, because a transcript has thousands of blocks and few speakers. They are looked up as an array:
 * PostgreSQL expects a hundred rows of a recursion, and would read the whole table of speakers for each row.
 */
export const speakersOfRow = sql<SpeakersOfRow['speakers']>`(
  with recursive seen as (
    select (select min(block.speaker_id) from blocks block where block.transcript_id = transcripts.id) as id
    union all
    select (
      select min(block.speaker_id) from blocks block
      where block.transcript_id = transcripts.id and block.speaker_id > seen.id)
    from seen where seen.id is not null
  )
  select json_build_object('count', count(*), 'names', coalesce(to_json(
    (array_agg(speaker.name order by speaker.id) filter (where speaker.name_key is null))[1:${sql.lit(SHOWN)}]), '[]'))
  from speakers speaker where speaker.id = any(array(select id from seen)))`
