// The stored figures of talk: one row per transcript, computed from one of its revisions.
import type { TalkFigures, TalkUnit } from '@kaiwa/contract/talk.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { comparableFiles, type ComparedFolder } from './compared-files.ts'

/** The revision of a completed transcript, unless the stored figures are of this revision or a later one. */
export async function findOutdatedRevision(trx: Trx, transcriptId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('transcripts')
    .leftJoin('talk_figures', 'talk_figures.transcript_id', 'transcripts.id')
    .select('transcripts.revision')
    .where('transcripts.id', '=', transcriptId)
    .where('transcripts.status', '=', 'completed')
    .where((eb) =>
      eb.or([
        eb('talk_figures.revision', 'is', null),
        eb('talk_figures.revision', '<', eb.ref('transcripts.revision')),
      ]),
    )
    .executeTakeFirst()
  return row?.revision
}

/** Id of the completed transcript of a file. */
export async function findTranscriptId(db: Db, fileId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('transcripts')
    .select('id')
    .where('file_id', '=', fileId)
    .where('status', '=', 'completed')
    .executeTakeFirst()
  return row?.id
}

export interface StoredTalk {
  transcriptId: number
  revision: number
  unit: TalkUnit
  duration: number
  total: TalkFigures | null
  speakers: readonly (TalkFigures & { speaker_id: number | null })[]
}

/** Stores figures, unless those of a later revision are stored or the transcript was deleted. */
export async function saveTalk(db: Db, { transcriptId, revision, unit, duration, ...talk }: StoredTalk): Promise<void> {
  await sql`
    insert into talk_figures (transcript_id, revision, unit, duration, total, speakers)
    select id, ${revision}::integer, ${unit}, ${duration}::double precision, ${talk.total && jsonb(talk.total)}::jsonb,
      ${jsonb(talk.speakers)}::jsonb
    from transcripts where id = ${transcriptId} for key share
    on conflict (transcript_id) do update set revision = excluded.revision, unit = excluded.unit,
      duration = excluded.duration, total = excluded.total, speakers = excluded.speakers
      where talk_figures.revision <= excluded.revision
  `.execute(db)
}

export interface OutdatedTranscript {
  id: number
  /** Estimated work: UTF-16 code units of text, plus 20 for each block. */
  size: number
}

/** Transcripts of the folder whose figures are missing or of an earlier revision, newest file first. */
export async function findOutdated(db: Db | Trx, actor: Actor, folder: ComparedFolder): Promise<OutdatedTranscript[]> {
  const { rows } = await sql<OutdatedTranscript>`
    select transcript.id, transcript.text_length
      + 20 * (select count(*) from blocks where blocks.transcript_id = transcript.id)::integer as size
    from ${comparableFiles(db, actor, folder)}
    left join talk_figures talk on talk.transcript_id = transcript.id
    where talk.revision is distinct from transcript.revision
    order by file.id desc
  `.execute(db)
  return rows
}
