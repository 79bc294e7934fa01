// Categories of tags. Their positions are 0, 1, 2, … without gaps; writers hold `lockTags`.
import { comparableName, type StoredName } from '@kaiwa/contract/product-names.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { keyAfterRename, type NameReader, shownName } from '../../tree/store/shown-name.ts'
import { visibleTags } from './tags.ts'

export interface CategoryRow {
  id: number
  name: string
  display_order: number
}

/** Query of the categories visible to the actor: all of their workspace; for a guest only those of visible tags. */
function visibleCategories(db: Db | Trx, actor: Actor) {
  return db
    .selectFrom('tag_categories')
    .where('tag_categories.workspace_id', '=', actor.workspaceId ?? -1)
    .where('tag_categories.deleted_at', 'is', null)
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where('tag_categories.id', 'in', visibleTags(db, actor, { isList: true }).select('tags.tag_category_id')),
    )
}

/** The categories visible to the actor, by position. */
export function listVisibleCategories(db: Db | Trx, actor: Actor): Promise<CategoryRow[]> {
  return visibleCategories(db, actor)
    .select(['tag_categories.id', shownName(actor, 'tag_categories').as('name'), 'tag_categories.display_order'])
    .orderBy('tag_categories.display_order')
    .orderBy('tag_categories.id')
    .execute()
}

/** A category that is visible to the actor. */
export function findVisibleCategory(db: Db | Trx, actor: Actor, id: number): Promise<CategoryRow | undefined> {
  return visibleCategories(db, actor)
    .select(['tag_categories.id', shownName(actor, 'tag_categories').as('name'), 'tag_categories.display_order'])
    .where('tag_categories.id', '=', id)
    .executeTakeFirst()
}

/** Id of the oldest visible category with this name. */
export async function findCategoryIdByName(trx: Trx, actor: Actor, name: string): Promise<number | undefined> {
  return (
    await visibleCategories(trx, actor)
      .select('tag_categories.id')
      .where(({ eb, or }) =>
        or([
          eb(shownName(actor, 'tag_categories'), '=', name),
          eb('tag_categories.name_key', '=', comparableName('tag-category', name)),
        ]),
      )
      .orderBy('tag_categories.id')
      .executeTakeFirst()
  )?.id
}

/** Id of the first category of a workspace; undefined if it has none. */
export async function findFirstCategoryId(trx: Trx, workspaceId: number): Promise<number | undefined> {
  return (
    await trx
      .selectFrom('tag_categories')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .orderBy('display_order')
      .orderBy('id')
      .executeTakeFirst()
  )?.id
}

interface NewCategory {
  workspaceId: number
  name: StoredName
  userId: number
}

/** Adds a category after the existing ones. */
export function insertCategory(trx: Trx, { workspaceId, name, userId }: NewCategory): Promise<CategoryRow> {
  return trx
    .insertInto('tag_categories')
    .values({
      workspace_id: workspaceId,
      ...name,
      created_by: userId,
      display_order: sql<number>`(select count(*) from tag_categories
        where workspace_id = ${workspaceId} and deleted_at is null)`,
    })
    .returning(['id', 'name', 'display_order'])
    .executeTakeFirstOrThrow()
}

export async function updateCategoryName(trx: Trx, by: NameReader, id: number, name: string): Promise<void> {
  await trx
    .updateTable('tag_categories')
    .set({ name, name_key: keyAfterRename(by, 'tag_categories', { name }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks a category and its tags as deleted and closes the gap in the order. The rows are kept: old versions and late
 * saves tell deleted tags from unknown ones.
 */
export async function markCategoryDeleted(
  trx: Trx,
  workspaceId: number,
  { id, display_order }: Pick<CategoryRow, 'id' | 'display_order'>,
): Promise<void> {
  await trx
    .updateTable('tags')
    .set({ deleted_at: sql`now()` })
    .where('tag_category_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await trx
    .updateTable('tag_categories')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('tag_categories')
    .set((eb) => ({ display_order: eb('display_order', '-', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('display_order', '>', display_order)
    .execute()
}

/** Names of these categories, without a permission check. */
export async function findCategoryNames(
  trx: Trx,
  reader: NameReader,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return ids.length === 0
    ? []
    : trx
        .selectFrom('tag_categories')
        .select(['id', shownName(reader, 'tag_categories').as('name')])
        .where('id', 'in', ids)
        .execute()
}
