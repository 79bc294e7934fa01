import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { isBelow, visibleItems } from './access.ts'
import type { ItemRow } from './item-rows.ts'

/**
 * Selects the items that the actor sees directly in a folder, or anywhere below it. The folder row must have been read
 * for the same actor.
 */
export const itemsInScope = (
  db: Db | Trx,
  actor: Actor,
  folder: Pick<ItemRow, 'id' | 'path' | 'role'>,
  scope: FolderScope,
) =>
  scope === 'folder'
    ? visibleItems(db, actor, folder)
    : visibleItems(db, actor).where(isBelow(sql.ref('items.path'), sql.val(folder.path)))
