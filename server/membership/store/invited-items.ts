import { nameIn, type StoredName } from '@kaiwa/contract/product-names.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface InvitedItem extends StoredName {
  item_id: number
  is_project: boolean
  resource_id: number
  parent_id: number | null
}

/** Returns the item that an invitation opens; for the workspace itself, its root. Undefined if it no longer exists. */
export function findInvitedItem(
  db: Db | Trx,
  { workspace_id: workspaceId, item_id: itemId }: { workspace_id: number; item_id: number | null },
): Promise<InvitedItem | undefined> {
  return db
    .selectFrom('items')
    .leftJoin('projects', 'projects.item_id', 'items.id')
    .leftJoin('files', 'files.item_id', 'items.id')
    .leftJoin('projects as parent', 'parent.item_id', 'items.parent_id')
    .innerJoin('workspaces', (join) =>
      join.onRef('workspaces.id', '=', 'items.workspace_id').on('workspaces.status', '=', 'active'),
    )
    .select(['items.id as item_id', 'items.is_project', 'parent.id as parent_id'])
    .select(({ fn }) => [
      fn.coalesce('projects.name', 'files.title').$castTo<string>().as('name'),
      fn.coalesce('projects.name_key', 'files.name_key').as('name_key'),
      fn.coalesce('projects.id', 'files.id').$castTo<number>().as('resource_id'),
    ])
    .where('items.workspace_id', '=', workspaceId)
    .where('items.trash_id', 'is', null)
    .$call((query) =>
      itemId === null ? query.where('items.parent_id', 'is', null) : query.where('items.id', '=', itemId),
    )
    .executeTakeFirst()
}

/** The item with its name as a reader of this language sees it. */
export function presentInvitedItem({ name_key, ...item }: InvitedItem, locale: Locale) {
  return { ...item, name: nameIn(locale, { name: item.name, name_key }) }
}

/** The item that an invitation gives access to, with the columns that `publishSharing` needs. */
export interface JoinedItem {
  id: number
  parent_id: number | null
  path: string
}

/** The same item with its path. Undefined if it no longer exists. */
export function findJoinedItem(
  trx: Trx,
  { workspace_id: workspaceId, item_id: itemId }: { workspace_id: number; item_id: number | null },
): Promise<JoinedItem | undefined> {
  return trx
    .selectFrom('items')
    .innerJoin('workspaces', 'workspaces.id', 'items.workspace_id')
    .select(['items.id', 'items.parent_id', 'items.path'])
    .where('workspaces.status', '=', 'active')
    .where('items.workspace_id', '=', workspaceId)
    .where('items.trash_id', 'is', null)
    .$call((query) =>
      itemId === null ? query.where('items.parent_id', 'is', null) : query.where('items.id', '=', itemId),
    )
    .executeTakeFirst()
}
