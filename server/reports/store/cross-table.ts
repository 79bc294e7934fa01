// The cross table of a report: counts and talk time by the values of two classifications.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type Classification, NO_SPEAKER, tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import { type NameReader, shownName } from '../../tree/store/shown-name.ts'
import type { Report } from '../report.ts'
import { countedOccurrences, type ReadableTranscripts } from './occurrences.ts'

/** The value of a classification for a row of `occurrences`, as text. */
const keyOf: Record<Classification, RawBuilder<string>> = {
  sentence: sql`''`,
  speakers: sql`coalesce(block.speaker_id, ${sql.lit(NO_SPEAKER)})::text`,
  emotions: sql`case when block.sentiment > 0 then 'positive' when block.sentiment < 0 then 'negative' else 'neutral' end`,
  keyword: sql`word.key`,
  tags: sql`mark.tag_id::text`,
}

export interface Total {
  key: string
  /** A spelling of a keyword; null for other classifications. */
  name: string | null
  count: number
  seconds: number
}

export interface CrossTable {
  rows: Total[]
  columns: Total[]
  cells: { row: string; column: string; count: number; seconds: number }[]
  row_count: number
  column_count: number
  count: number
  seconds: number
}

function isFine(classification: Classification): boolean {
  return classification === 'keyword' || classification === 'tags'
}

/**
 * Seconds of a total over cells. A block has one speaker and one emotion, but several words and tags: over these, each
 * block counts once.
 */
function totalSeconds(summedOver: Classification) {
  return isFine(summedOver) ? sql`sum(first_seconds)` : sql`sum(seconds)`
}

export async function findCrossTable(
  trx: Trx,
  actor: Actor,
  report: Report,
  transcripts: ReadableTranscripts,
): Promise<CrossTable> {
  const { first, second } = tablePairOf(report.pair)
  const isEach = !isFine(first) && !isFine(second)
  const unit = first === 'keyword' || second === 'keyword' ? sql.raw('word') : sql.raw('mark')
  const n = isEach ? sql`1` : sql`${unit}.n`
  const isFirst = isEach ? sql`true` : sql`${unit}.is_first`
  const seconds = sql`greatest(0, block.end_time - block.start_time)`
  const shown = first === 'keyword' || second === 'keyword' ? sql`min(word.shown)` : sql`null::text`
  const nameOf = (classification: Classification) => (classification === 'keyword' ? sql`min(shown)` : sql`null::text`)
  const { rows } = await sql<CrossTable>`
    ${sql.raw(PLAN_EACH_TIME)} with cells as materialized (
      select ${keyOf[first]} as row, ${keyOf[second]} as col, ${shown} as shown, sum(${n})::integer as count,
        sum(${seconds})::double precision as seconds,
        coalesce(sum(${seconds}) filter (where ${isFirst}), 0)::double precision as first_seconds
      from ${countedOccurrences(actor, report, transcripts)}
      group by 1, 2
    ), rows as materialized (
      select row as key, ${nameOf(first)} as name, sum(count)::integer as count, ${totalSeconds(second)} as seconds from cells group by row
      order by count desc, row limit ${LIMITS.reportTableRows}
    ), columns as materialized (
      select col as key, ${nameOf(second)} as name, sum(count)::integer as count, ${totalSeconds(first)} as seconds from cells group by col
      order by count desc, col limit ${LIMITS.reportTableColumns}
    )
    select (select coalesce(json_agg(rows order by count desc, key), '[]') from rows) as rows,
      (select coalesce(json_agg(columns order by count desc, key), '[]') from columns) as columns,
      (select coalesce(json_agg(json_build_object(
          'row', row, 'column', col, 'count', count, 'seconds', seconds) order by row, col), '[]')
        from cells where row in (select key from rows) and col in (select key from columns)) as cells,
      (select count(distinct row)::integer from cells) as row_count,
      (select count(distinct col)::integer from cells) as column_count,
      (select coalesce(sum(count), 0)::integer from cells) as count,
      (select coalesce(sum(first_seconds), 0) from cells) as seconds
  `.execute(trx)
  return rows[0] as CrossTable
}

/** Tags by id. The ids come from passages that the reader sees. */
export async function findTagNames(db: Db | Trx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; appearance: string }>`
    select id, name, appearance from tags where id = any(${[...ids]}::integer[])
  `.execute(db)
  return rows
}

/** The title of the file in which a speaker speaks, of those of the report. Speakers of several files are left out. */
export async function findFileOfSpeakers(
  trx: Trx,
  reader: NameReader,
  ids: readonly number[],
  transcripts: ReadableTranscripts,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; title: string }>`
    select speaker.id, min(file.title) as title
    from unnest(${[...ids]}::integer[]) speaker(id) cross join lateral (
      select distinct transcript.file_id, ${shownName(reader, 'files', 'title')} as title
      from blocks block
      join transcripts transcript on transcript.id = block.transcript_id
      join files on files.id = transcript.file_id
      where block.speaker_id = speaker.id and transcript.id = any(${[...transcripts.ids]}::integer[])
      limit 2) file
    group by speaker.id having count(*) = 1
  `.execute(trx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
