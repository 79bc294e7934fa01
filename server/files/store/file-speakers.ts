// The speakers of a file in the table of a folder: how many speak, and their names, except numbers such as 'Speaker 1'.
import { sql } from 'kysely'
import { type NameReader, shownName } from '../../tree/store/shown-name.ts'

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
export function speakersOfRow(reader: NameReader) {
  return sql<SpeakersOfRow['speakers']>`(
  with recursive seen as (
    select (select min(block.speaker_id) from blocks block where block.transcript_id = transcripts.id) as id
    union all
    select (
      select min(block.speaker_id) from blocks block
      where block.transcript_id = transcripts.id and block.speaker_id > seen.id)
    from seen where seen.id is not null
  )
  select json_build_object('count', count(*), 'names', coalesce(to_json(
    (array_agg(${shownName(reader, 'speaker')} order by speaker.id)
      filter (where split_part(coalesce(speaker.name_key, ''), ':', 1) <> 'speaker'))[1:${sql.lit(SHOWN)}]), '[]'))
  from speakers speaker where speaker.id = any(array(select id from seen)))`
}
