// The size of all that a reader may see below a folder: what else is there is not theirs to know. Files inherit from their
// folder, so it is a sum over folders, which PostgreSQL reads out of indexes (items_folders, files_sizes); only what is
// told to a guest on single files is looked at file by file, and that is little.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { isBelow, visibleItems } from '../tree/access.ts'

const bytes = sql`(content.original_size + content.derived_size)`

/** `item` is the folder; `place` an item, which is it or stands below it. */
const isInside = (place: string) =>
  sql<boolean>`(${sql.ref(place)} = item.path or ${isBelow(sql.ref(place), sql.ref('item.path'))})`

const inFolders = (places: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(${bytes}), 0)::bigint
  from ${places} place join projects on projects.item_id = place.id join files content on content.project_id = projects.id
  where place.is_project and ${isInside('place.path')})`

/** What a file's own row says to a guest, less what the folder says: nothing where both say the same. */
const differences = (actor: Actor, folders: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(${bytes} * ((own.role_id is not null)::integer - (exists (
    select from ${folders} place where place.id = leaf.parent_id))::integer)), 0)::bigint
  from item_roles own join items leaf on leaf.id = own.item_id join files content on content.item_id = leaf.id
  where own.user_id = ${actor.id} and ${isInside('leaf.path')})`

/** In bytes, of the folder that the query around it calls `item`. */
export const folderSize = (db: Db, actor: Actor): RawBuilder<number> => {
  // Everybody but a guest sees all of their workspace.
  if (actor.workspaceRole !== ROLE.guest) return inFolders(sql`items`)
  const folders = sql`(select * from ${visibleItems(db, actor)} seen where seen.is_project and seen.role is not null)`
  return sql`(${inFolders(folders)} + ${differences(actor, folders)})`
}
