import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { CategoryRow } from './find-category.ts'

/**
 * Locks the tags of the workspace, so that concurrent changes keep the positions 0, 1, 2, … consistent. Returns the
 * workspace id.
 */
export const lockTags = async (trx: Trx, { workspaceId }: Actor): Promise<number> => {
  if (workspaceId === null) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  await sql`select pg_advisory_xact_lock(hashtext('tags'), ${workspaceId})`.execute(trx)
  return workspaceId
}

type New = { workspaceId: number; name: string; userId: number }

/** Adds a category after the existing ones. */
export const addCategory = (trx: Trx, { workspaceId, name, userId }: New): Promise<CategoryRow> =>
  trx
    .insertInto('tag_categories')
    .values({
      workspace_id: workspaceId,
      name,
      created_by: userId,
      display_order: sql<number>`(select count(*) from tag_categories
        where workspace_id = ${workspaceId} and deleted_at is null)`,
    })
    .returning(['id', 'name', 'display_order'])
    .executeTakeFirstOrThrow()
