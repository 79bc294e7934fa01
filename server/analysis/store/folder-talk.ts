// The comparison of a folder's files by their stored figures of talk.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { NO_SPEAKER } from '@kaiwa/contract/report-pairs.ts'
import type { TalkFigures, TalkUnit } from '@kaiwa/contract/talk.ts'
import type { TalkDirection, TalkOrder } from '@kaiwa/contract/talk-orders.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import { comparableFiles, type ComparedFolder } from './compared-files.ts'

export interface Comparison extends ComparedFolder {
  /** A speaker id, or NO_SPEAKER; null for all speakers together. */
  speaker: number | null
  sort: TalkOrder
  direction: TalkDirection
  limit: number
  offset: number
}

export interface TalkFileRow {
  id: number
  project_id: number
  title: string
  /** As JSON writes it. */
  created_at: string
  unit: TalkUnit
  duration: number
  is_outdated: boolean
  figures: TalkFigures
  speakers: (TalkFigures & { speaker_id: number | null })[]
  speaker_count: number
}

export interface FolderTalkRows {
  files: TalkFileRow[]
  total: number
  pending: number
  speakers: { speaker_id: number | null; seconds: number; file_count: number }[]
}

/** The value by which files are ordered, of a row `matching`. Paces of different units are not compared. */
function valueOf(sort: TalkOrder, speaker: number | null): RawBuilder<unknown> {
  const number = (path: string) => sql`(matching.figures #>> ${sql.lit(`{${path}}`)})::double precision`
  switch (sort) {
    case 'created':
      return sql`matching.created_at`
    case 'title':
      return sql`matching.title collate natural_order`
    case 'share':
      return speaker === null ? sql`(matching.speakers #>> '{0,share}')::double precision` : number('share')
    case 'median':
      return number('median_turn')
    case 'longest':
    case 'pauses':
    case 'overlaps':
      return number(`${sort},seconds`)
    case 'seconds':
    case 'turns':
    case 'pace':
    case 'questions':
      return number(sort)
  }
}

const speakerKey = sql`coalesce((one ->> 'speaker_id')::integer, ${sql.lit(NO_SPEAKER)})`

/** One page of the files, the number of all, and the speakers of all, in one statement. */
export async function findFolderTalk(
  trx: Trx,
  actor: Actor,
  { speaker, sort, direction, limit, offset, ...folder }: Comparison,
): Promise<FolderTalkRows> {
  const ordering = sql.raw(direction)
  const unit = sort === 'pace' ? sql`matching.unit,` : sql``
  const figures =
    speaker === null
      ? { join: sql``, column: sql`compared.total` }
      : {
          join: sql`join lateral (select one from jsonb_array_elements(compared.speakers) one
            where ${speakerKey} = ${speaker}::integer limit 1) chosen on true`,
          column: sql`chosen.one - 'speaker_id'`,
        }
  const last = sql.lit(LIMITS.talkSpeakersPerFile - 1)
  const { rows } = await sql<FolderTalkRows>`
    ${sql.raw(PLAN_EACH_TIME)} with scoped as materialized (
      select file.id, file.project_id, ${shownName(actor, 'file', 'title')} as title, file.created_at,
        talk.unit, talk.duration, talk.total, talk.speakers, talk.revision is distinct from transcript.revision as is_outdated
      from ${comparableFiles(trx, actor, folder)}
      left join talk_figures talk on talk.transcript_id = transcript.id
    ), compared as materialized (
      select * from scoped where total is not null
    ), matching as materialized (
      select compared.*, ${figures.column} as figures from compared ${figures.join}
    ), page as materialized (
      select matching.id, matching.project_id, matching.title, matching.created_at, matching.unit, matching.duration,
        matching.is_outdated, matching.figures, jsonb_array_length(matching.speakers) as speaker_count,
        jsonb_path_query_array(matching.speakers, ('$[0 to ' || ${last} || ']')::jsonpath) as speakers,
        row_number() over (order by ${unit} ${valueOf(sort, speaker)} ${ordering} nulls last, matching.id desc) as rank
      from matching order by rank limit ${limit} offset ${offset}
    ), speaking as (
      select (one ->> 'speaker_id')::integer as speaker_id, sum((one ->> 'seconds')::double precision) as seconds,
        count(*)::integer as file_count
      from compared cross join lateral jsonb_array_elements(compared.speakers) one
      group by 1 order by seconds desc, speaker_id limit ${LIMITS.talkSpeakers}
    )
    select (select coalesce(json_agg(page order by rank), '[]') from page) as files,
      (select count(*)::integer from matching) as total,
      (select count(*)::integer from scoped where is_outdated) as pending,
      (select coalesce(json_agg(speaking order by seconds desc, speaker_id), '[]') from speaking) as speakers
  `.execute(trx)
  return rows[0] as FolderTalkRows
}
