// Reads tagged passages in the files of a folder.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { textBatches } from '../../transcripts/store/text-batches.ts'
import { type ItemRow, itemsInScope } from '../../tree/store/items.ts'
import { shownName } from '../../tree/store/shown-name.ts'

/** A folder, or it and the folders below it, or one of its files. */
export interface PassageScope {
  folder: ItemRow
  scope: FolderScope
  fileId?: number | undefined
}

/** Query of passages (`mark`) with their `tags` row and their `file`, in visible files. Deleted tags are excluded. */
function passagesIn(db: Db | Trx, actor: Actor, { folder, scope, fileId }: PassageScope) {
  return db
    .selectFrom(itemsInScope(db, actor, folder, scope).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .innerJoin('block_tags as mark', 'mark.transcript_id', 'transcripts.id')
    .innerJoin('tags', 'tags.id', 'mark.tag_id')
    .where('tags.deleted_at', 'is', null)
    .$if(fileId !== undefined, (query) => query.where('file.id', '=', fileId as number))
}

/** Size of a block's text, known without reading it. */
const textBytes = sql<number>`octet_length(block.content)`.as('bytes')

interface InBlock {
  block_id: number
  bytes: number
}

/**
 * Yields passages, in the order of their blocks, together with the text of their block. A long block may have thousands
 * of passages: its text is read once, and few long texts at a time.
 */
export async function* withBlockTexts<P extends InBlock>(db: Db | Trx, passages: readonly P[]) {
  const blocks = [...Map.groupBy(passages, ({ block_id }) => block_id).values()]
  for (const batch of textBatches(blocks, ([first]) => first?.bytes ?? 0)) {
    const ids = batch.flatMap(([first]) => first?.block_id ?? [])
    const rows = await db.selectFrom('blocks').select(['id', 'content', 'terms']).where('id', 'in', ids).execute()
    const texts = new Map(rows.map(({ id, content, terms }) => [id, { content, terms: terms as Term[] }]))
    yield batch.flat().flatMap((passage) => {
      const text = texts.get(passage.block_id)
      return text ? [{ ...passage, ...text }] : []
    })
  }
}

/** Numbers of passages by tag. */
export function countPassagesByTag(db: Db, actor: Actor, where: PassageScope) {
  return passagesIn(db, actor, where)
    .select(['mark.tag_id', sql<number>`count(*)`.as('count')])
    .groupBy('mark.tag_id')
    .orderBy('mark.tag_id')
    .execute()
}

/** Number of passages of one tag. */
export async function countPassages(db: Db, actor: Actor, where: PassageScope, tagId: number): Promise<number> {
  const { count } = await passagesIn(db, actor, where)
    .where('tags.id', '=', tagId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One page of passages of one tag, those of the newest file first. */
export function findPassages(
  db: Db | Trx,
  actor: Actor,
  where: PassageScope,
  { tagId, limit, offset }: { tagId: number; limit: number; offset: number },
) {
  return passagesIn(db, actor, where)
    .where('tags.id', '=', tagId)
    .innerJoin('blocks as block', 'block.id', 'mark.block_id')
    .leftJoin('speakers as speaker', 'speaker.id', 'block.speaker_id')
    .select(['file.id as file_id', shownName(actor, 'file', 'title').as('title'), 'file.project_id'])
    .select(['block.id as block_id', 'block.uuid', 'block.start_time', textBytes])
    .select(['mark.tag_uuid', 'mark.start_offset', 'mark.length'])
    .select(['speaker.id as speaker_id', 'speaker.avatar'])
    .select(sql<string | null>`${shownName(actor, 'speaker')}`.as('speaker_name'))
    .orderBy('file.id', 'desc')
    .orderBy('block.position')
    .orderBy('mark.start_offset')
    .orderBy('mark.tag_uuid')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** All passages, or those of one tag, with their tag. `count`: passages of the same tag in the same file. */
export function findTagBlocks(db: Db | Trx, actor: Actor, where: PassageScope, tagId: number | undefined) {
  return passagesIn(db, actor, where)
    .innerJoin('blocks as block', 'block.id', 'mark.block_id')
    .select(['file.id as file_id', shownName(actor, 'file', 'title').as('title'), 'file.project_id'])
    .select(['block.id as block_id', 'block.uuid', 'block.start_time', 'block.end_time', 'block.speaker_id', textBytes])
    .select(['mark.tag_uuid', 'mark.start_offset', 'mark.length'])
    .select(['tags.id as tag_id', 'tags.tag_category_id', 'tags.name', 'tags.appearance', 'tags.display_order'])
    .select(sql<number>`count(*) over (partition by file.id, tags.id)`.as('count'))
    .$if(tagId !== undefined, (some) => some.where('tags.id', '=', tagId as number))
    .orderBy('file.id')
    .orderBy('block.position')
    .orderBy('mark.start_offset')
    .orderBy('mark.tag_uuid')
    .execute()
}
