import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ReportRow } from '@kaiwa/contract/reports.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { type Excerpt, excerptAround } from './excerpt.ts'
import type { MarkRow, OccurrenceRow } from './store/rows.ts'

type Occurrence = OccurrenceRow & { content: string; terms: Term[] }

/** The range of the word or passage in its block; null for a block. */
function rangeOf(row: OccurrenceRow): { start: number; end: number } | null {
  if (row.word_offset !== null) return { start: row.word_offset, end: row.word_offset + (row.word_text?.length ?? 0) }
  return row.mark_offset === null ? null : { start: row.mark_offset, end: row.mark_offset + (row.mark_length ?? 0) }
}

/** A range of a block as far as it is in the excerpt; null if it is outside. */
function inExcerpt({ start, end }: { start: number; end: number }, { from, to, lead }: Excerpt) {
  const place = { start: Math.max(start, from), end: Math.min(end, to) }
  return place.start < place.end ? { start: place.start - from + lead, end: place.end - from + lead } : null
}

function presentTags(marks: readonly MarkRow[], excerpt: Excerpt) {
  const tags = marks.flatMap(({ tag_id, tag_uuid, start_offset: start, length }) => {
    const place = inExcerpt({ start, end: start + length }, excerpt)
    return place ? [{ tag_id, tag_uuid, offset: place.start, text: excerpt.text.slice(place.start, place.end) }] : []
  })
  return tags.slice(0, LIMITS.reportTags)
}

/** `marks`: the tagged passages of its block. */
export function presentRow(row: Occurrence, marks: readonly MarkRow[]): ReportRow {
  const range = rangeOf(row)
  const excerpt = excerptAround(row.content, { start: range?.start ?? 0, max: LIMITS.reportTextLength })
  const updated_at = row.updated_at.toISOString()
  const { file_id: project_file_id, project_id, title, start_time } = row
  const isPassage = row.mark_offset !== null && range !== null
  return {
    id: row.block_id,
    project_id,
    project_file_id,
    uuid: row.uuid,
    ...(range
      ? { transcript_block: { content: excerpt.text, start_time, updated_at, tags: presentTags(marks, excerpt) } }
      : { content: excerpt.text }),
    keyword: row.word_base,
    keyword_option: row.word_type,
    tag: row.tag_id === null ? null : { id: row.tag_id, name: row.tag_name ?? '', appearance: row.appearance ?? '' },
    sentiment: row.sentiment,
    speaker: row.speaker_id === null ? null : { id: row.speaker_id, name: row.speaker_name ?? '', avatar: row.avatar },
    updated_at,
    project_file: { id: project_file_id, title, project_id },
    time: isPassage ? passageTime(row, range.start, range.end) : (row.word_time ?? start_time),
    mark: range && inExcerpt(range, excerpt),
  }
}
