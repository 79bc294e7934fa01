// The total size of the files below a folder that a reader may see. Files inherit access from their folder, so the size
// is a sum over folders, which PostgreSQL reads from indexes (items_folders, files_sizes). Only files with a role or
// exclusion of their own for the guest are added or subtracted one by one, and these are few.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { isBelow, visibleItems } from '../../tree/store/access.ts'

/** The recordings themselves, or with all that was made of them. */
type Measure = 'original' | 'total'

const BYTES: Record<Measure, RawBuilder<number>> = {
  original: sql`content.original_size`,
  total: sql`(content.original_size + content.derived_size)`,
}

/** The condition that `path`, a column, is the folder `item` or below it. */
function isInside(path: string) {
  return sql<boolean>`(${sql.ref(path)} = item.path or ${isBelow(sql.ref(path), sql.ref('item.path'))})`
}

function inFolders(measure: Measure, folders: RawBuilder<unknown>) {
  return sql<number>`(
  select coalesce(sum(${BYTES[measure]}), 0)::bigint
  from ${folders} folder_item join projects on projects.item_id = folder_item.id join files content on content.project_id = projects.id
  where folder_item.is_project and ${isInside('folder_item.path')})`
}

/** Adds and subtracts the files whose own row gives a guest another visibility than their folder. */
function differences(measure: Measure, actor: Actor, folders: RawBuilder<unknown>) {
  return sql<number>`(
  select coalesce(sum(${BYTES[measure]} * ((own.role_id is not null)::integer - (exists (
    select from ${folders} folder_item where folder_item.id = leaf.parent_id))::integer)), 0)::bigint
  from item_roles own join items leaf on leaf.id = own.item_id join files content on content.item_id = leaf.id
  where own.user_id = ${actor.id} and ${isInside('leaf.path')})`
}

/** Size in bytes of the folder that the surrounding query names `item`. */
export function folderSize(db: Db, actor: Actor, measure: Measure): RawBuilder<number> {
  // All users except guests see their whole workspace.
  if (actor.workspaceRole !== ROLE.guest) return inFolders(measure, sql`items`)
  const folders = sql`(select * from ${visibleItems(db, actor)} seen where seen.is_project and seen.role is not null)`
  return sql`(${inFolders(measure, folders)} + ${differences(measure, actor, folders)})`
}
