// Reads matching blocks for presentation.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { speakersOfRow } from '../../files/store/file-speakers.ts'
import { fileRows } from '../../files/store/files.ts'
import type { Db } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import type { GramQuery } from '../grams.ts'
import { hasWords } from './find-files.ts'

export interface HitRow {
  uuid: string
  start_time: number
  content: string
}

/** One page of the hits in a visible file, with the number of all of them; undefined if the actor does not see the file. */
export async function findHitsOfFile(
  db: Db,
  actor: Actor,
  { fileId, wanted, limit, offset }: { fileId: number; wanted: GramQuery | null; limit: number; offset: number },
): Promise<{ title: string; total: number; hits: HitRow[] } | undefined> {
  const isHit = wanted
    ? sql<SqlBool>`text.transcript_id = transcript.id and ${hasWords('text.normal', wanted)}`
    : sql<SqlBool>`false`
  const { rows } = await sql<{ title: string; total: number; hits: HitRow[] | null }>`
    select ${shownName(actor, 'file', 'title')} as title, (select count(*)::integer from block_texts text where ${isHit}) as total, (
      select json_agg(hit order by hit.position) from (
        select block.uuid, block.start_time, block.content, block.position
        from block_texts text join blocks block on block.id = text.block_id
        where ${isHit}
        order by text.position limit ${limit} offset ${offset}
      ) hit) as hits
    from ${visibleItems(db, actor)} item
    join files file on file.item_id = item.id
    left join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'
    where file.id = ${fileId}
  `.execute(db)
  const [file] = rows
  return file && { ...file, hits: file.hits ?? [] }
}

/**
 * Rows of these files with the names of their folders, as far as the actor sees them, each with those of the blocks that
 * are in its transcript.
 */
export function findFilesWithBlocks(
  db: Db,
  actor: Actor,
  { fileIds, blockIds }: { fileIds: readonly number[]; blockIds: readonly number[] },
) {
  return fileRows(db, actor)
    .innerJoin('projects as folder', 'folder.id', 'file.project_id')
    .select(shownName(actor, 'folder').as('folder_name'))
    .select(speakersOfRow(actor).as('speakers'))
    .select(
      sql<HitRow[] | null>`(
        select json_agg(json_build_object('uuid', block.uuid, 'start_time', block.start_time, 'content', block.content)
          order by block.position)
        from blocks block where block.id = any(${[...blockIds]}::integer[]) and block.transcript_id = transcripts.id)`.as(
        'hits',
      ),
    )
    .where('file.id', 'in', fileIds)
    .execute()
}
