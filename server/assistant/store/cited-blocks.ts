// Reads the blocks that answers cite, as far as their reader sees the files today.
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

export interface SeenFile {
  id: number
  project_id: number
  title: string
}

/** Those of these files that the actor sees, by id. */
export async function findSeenFiles(
  db: Db | Trx,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SeenFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .select(['file.id', 'file.project_id', shownName(actor, 'file', 'title').as('title')])
    .where('file.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface BlockRow {
  file_id: number
  uuid: string
  start_time: number
  end_time: number
  content: string
  speaker: string | null
}

/** Blocks of these files with these uuids. The caller has checked that the reader sees the files. */
export async function findCitedBlocks(
  db: Db | Trx,
  actor: Actor,
  { fileIds, uuids }: { fileIds: readonly number[]; uuids: readonly string[] },
): Promise<BlockRow[]> {
  if (fileIds.length === 0 || uuids.length === 0) return []
  return db
    .selectFrom('blocks as block')
    .innerJoin('transcripts as transcript', 'transcript.id', 'block.transcript_id')
    .leftJoin('speakers as speaker', 'speaker.id', 'block.speaker_id')
    .select([
      'transcript.file_id',
      'block.uuid',
      'block.start_time',
      'block.end_time',
      'block.content',
      sql<string | null>`case when speaker.id is not null then ${shownName(actor, 'speaker')} end`.as('speaker'),
    ])
    .where('transcript.file_id', '=', sql<number>`any(${[...fileIds]}::integer[])`)
    .where('block.uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .orderBy('transcript.file_id')
    .orderBy('block.position')
    .$castTo<BlockRow>()
    .execute()
}
