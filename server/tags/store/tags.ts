// Tags of a workspace. Their positions in a category are 0, 1, 2, … without gaps; writers hold `lockTags`.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { TagBlockUsage } from '@kaiwa/contract/tags.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Database, Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TagState } from '../../transcripts/references.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

/**
 * Locks the tags of the workspace, so that concurrent changes keep the positions 0, 1, 2, … consistent. Returns the
 * workspace id.
 */
export async function lockTags(trx: Trx, { workspaceId }: Actor): Promise<number> {
  if (workspaceId === null) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  await sql`select pg_advisory_xact_lock(hashtext('tags'), ${workspaceId})`.execute(trx)
  return workspaceId
}

interface TagQuery {
  /** Default: live ones only. */
  withDeleted?: boolean
  /** For a list: the tags of all files of a guest are read once, and not for each tag. */
  isList?: boolean
}

/** Whether a tag marks a passage of a file that the actor sees, or of one that the actor may edit. */
function marksFile(db: Db | Trx, actor: Actor, which: 'visible' | 'editable', isList: boolean) {
  const files = sql`${visibleItems(db, actor)} item
    join files on files.item_id = item.id
    join transcripts on transcripts.file_id = files.id`
  const isFile = which === 'editable' ? sql`item.role <= ${ROLE.editor}` : sql`true`
  if (isList)
    return sql<boolean>`tags.id = any(array(
      with seen as materialized (select transcripts.id from ${files} where ${isFile})
      select distinct mark.tag_id from seen join block_tags mark on mark.transcript_id = seen.id))`
  return sql<boolean>`exists (
    select from block_tags mark join (${files}) on transcripts.id = mark.transcript_id
    where mark.tag_id = tags.id and ${isFile})`
}

/** Columns for the rule about changing a tag. Members may change every tag, so passages are queried for guests only. */
function ownership(db: Db | Trx, actor: Actor, { isList = false }: TagQuery = {}) {
  const isGuest = actor.workspaceRole === ROLE.guest
  const isInEditableFile = isGuest ? marksFile(db, actor, 'editable', isList) : sql<boolean>`false`
  return ['tags.created_by', isInEditableFile.as('is_in_editable_file')] as const
}

/**
 * Query of the tags visible to the actor: all of their workspace. A guest sees only their own tags and those used in
 * visible files, because the names of other tags may be confidential.
 */
export function visibleTags(db: Db | Trx, actor: Actor, { withDeleted = false, isList = false }: TagQuery = {}) {
  return db
    .selectFrom('tags')
    .where('tags.workspace_id', '=', actor.workspaceId ?? -1)
    .$if(!withDeleted, (query) => query.where('tags.deleted_at', 'is', null))
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where(sql<boolean>`(tags.created_by = ${actor.id} or ${marksFile(db, actor, 'visible', isList)})`),
    )
}

type ListedTag = Pick<
  Selectable<Database['tags']>,
  'id' | 'tag_category_id' | 'name' | 'appearance' | 'display_order' | 'created_by'
> & { is_in_editable_file: boolean }

const NO_CONDITION = sql``
const NEVER = sql`false`

/**
 * The tags visible to the actor, in the order of categories and positions. Plain SQL, because each page reads them, and the
 * query builder would take 21 µs of the event loop instead of 5.
 */
export async function listVisibleTags(db: Db | Trx, actor: Actor): Promise<ListedTag[]> {
  const isGuest = actor.workspaceRole === ROLE.guest
  const seen = isGuest
    ? sql`and (tags.created_by = ${actor.id} or ${marksFile(db, actor, 'visible', true)})`
    : NO_CONDITION
  const { rows } = await sql<ListedTag>`
    select tags.id, tags.tag_category_id, tags.name, tags.appearance, tags.display_order, tags.created_by,
      ${isGuest ? marksFile(db, actor, 'editable', true) : NEVER} as is_in_editable_file
    from tags join tag_categories category on category.id = tags.tag_category_id
    where tags.workspace_id = ${actor.workspaceId ?? -1} and tags.deleted_at is null ${seen}
    order by category.display_order, category.id, tags.display_order, tags.id
  `.execute(db)
  return rows
}

/** A tag that is visible to the actor. */
export function findVisibleTag(db: Db | Trx, actor: Actor, id: number) {
  return visibleTags(db, actor)
    .select(['tags.id', 'tags.tag_category_id', ...ownership(db, actor)])
    .where('tags.id', '=', id)
    .executeTakeFirst()
}

/** Names of the tags visible to the actor with the names of their categories, newest first. */
export function findTagNames(trx: Trx, actor: Actor) {
  return visibleTags(trx, actor, { isList: true })
    .innerJoin('tag_categories', 'tag_categories.id', 'tags.tag_category_id')
    .select(['tags.id', 'tags.name', shownName(actor, 'tag_categories').as('category')])
    .orderBy('tags.id', 'desc')
    .execute()
}

const tagColumns = ['id', 'tag_category_id', 'name', 'appearance', 'display_order'] as const

/** Tags by id, without deleted ones. */
export async function findTags(db: Db | Trx, ids: readonly number[]): Promise<Map<number, TagBlockUsage['tag']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tags')
    .select(tagColumns)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the state of these tags. Ids that are unknown in the actor's workspace, or invisible to a guest, are missing
 * from the map.
 */
export async function resolveTags(trx: Trx, actor: Actor, ids: Iterable<number>): Promise<Map<number, TagState>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await visibleTags(trx, actor, { withDeleted: true })
    .select(['tags.id', 'tags.deleted_at'])
    // One array parameter, because a statement is limited to 65,535 parameters.
    .where('tags.id', '=', sql<number>`any(${wanted}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, deleted_at }) => [id, deleted_at === null ? 'live' : 'deleted']))
}

/** Ids of a category's tags by position. */
export async function findTagIdsOfCategory(trx: Trx, categoryId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('tags')
    .select('id')
    .where('tag_category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('display_order')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Assigns these tags, in this order, to a category. */
export async function arrangeTags(trx: Trx, categoryId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update tags set tag_category_id = ${categoryId}, display_order = placed.place - 1
    from unnest(${ids}::integer[]) with ordinality as placed (id, place)
    where tags.id = placed.id
  `.execute(trx)
}

interface NewTag {
  workspaceId: number
  categoryId: number
  name: string
  appearance: string
  userId: number
}

/** Adds a tag after the others of its category. */
export async function insertTag(trx: Trx, { workspaceId, categoryId, name, appearance, userId }: NewTag) {
  return trx
    .insertInto('tags')
    .values({
      workspace_id: workspaceId,
      tag_category_id: categoryId,
      name,
      appearance,
      created_by: userId,
      display_order: (await findTagIdsOfCategory(trx, categoryId)).length,
    })
    .returning(tagColumns)
    .executeTakeFirstOrThrow()
}

/** Changes the given columns of a tag. */
export async function updateTagColumns(
  trx: Trx,
  id: number,
  { name, appearance }: { name?: string | undefined; appearance?: string | undefined },
): Promise<void> {
  if (name === undefined && appearance === undefined) return
  await trx
    .updateTable('tags')
    .set({ ...(name === undefined ? {} : { name }), ...(appearance === undefined ? {} : { appearance }) })
    .where('id', '=', id)
    .execute()
}

/** Marks a tag as deleted. The row is kept: old versions and late saves tell deleted tags from unknown ones. */
export async function markTagDeleted(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('tags')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
