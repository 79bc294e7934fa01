import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { fileRows } from '../files/file-rows.ts'
import { presentFile } from '../files/present-file.ts'
import type { Reader } from '../files/reader.ts'
import { type FileSearch, findFiles } from './find-files.ts'
import { wantedOf } from './grams.ts'
import { type HitRow, presentHit } from './present-hit.ts'

/**
 * One page of files below a folder whose title or transcript contains the words, each with its first hits as
 * `metadata`. Visibility is checked in each statement, so files that the reader lost access to in between are missing.
 */
export const searchFiles = async (
  db: Db,
  reader: Reader,
  search: Omit<FileSearch, 'actor' | 'wanted'>,
): Promise<ProjectFile[]> => {
  const { actor } = reader
  const found = await findFiles(db, { ...search, actor, wanted: await wantedOf(db, search.words) })
  if (found.length === 0) return []
  const blockIds = found.flatMap(({ block_ids: ids }) => ids)
  const rows = await fileRows(db, actor)
    .select(
      sql<HitRow[] | null>`(
        select json_agg(json_build_object('uuid', block.uuid, 'start_time', block.start_time, 'content', block.content)
          order by block.position)
        from blocks block where block.id = any(${blockIds}::integer[]) and block.transcript_id = transcripts.id)`.as(
        'hits',
      ),
    )
    .where(
      'file.id',
      'in',
      found.map(({ file_id: id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ file_id: id, total }) => {
    const row = byId.get(id)
    if (!row) return []
    const hits = (row.hits ?? []).map((hit) => presentHit(hit, row.title, search.words))
    const last = hits.length - 1
    const metadata = hits.map((hit, index) => (index === last ? { ...hit, remain: total - hits.length } : hit))
    return [{ ...presentFile(row, reader), metadata }]
  })
}
