import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Editing } from '../open-for-edit.ts'
import { speakerReferences } from '../references.ts'

/** Ids of all speakers of a transcript. A recursive query jumps through the index: one step per speaker. */
export const speakerIdsOf = async (db: Db | Trx, transcriptId: number): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    with recursive said as (
      (select speaker_id from blocks where transcript_id = ${transcriptId} and speaker_id is not null
        order by speaker_id limit 1)
      union all
      select (select next.speaker_id from blocks next
        where next.transcript_id = ${transcriptId} and next.speaker_id > said.speaker_id
        order by next.speaker_id limit 1)
      from said where said.speaker_id is not null
    ) select speaker_id as id from said where speaker_id is not null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The current speakers of a file. */
export const speakersOfFile = async (
  db: Db | Trx,
  actor: Actor,
  { file, transcriptId }: Editing,
): Promise<Speaker[]> => {
  const ids = await speakerIdsOf(db, transcriptId)
  return speakerReferences.get().listInFolder(db, actor, file.project_id, [...ids])
}
