import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { putItemRole } from './item-roles.ts'
import type { PersonHere } from './people.ts'
import type { SharedItem } from './shared-item.ts'

/**
 * Makes another person the item's owner. The former owner becomes editor. Earlier roles and exclusions of the new
 * owner on the item are deleted. The caller must hold the tree's lock.
 */
export const transferOwnership = async (
  trx: Trx,
  item: SharedItem,
  { from, to }: { from: Actor; to: PersonHere },
): Promise<void> => {
  await trx.updateTable('items').set({ creator_id: to.id }).where('id', '=', item.id).execute()
  await trx.deleteFrom('item_roles').where('item_id', '=', item.id).where('user_id', '=', to.id).execute()
  if (from.workspaceRole === ROLE.member) await putItemRole(trx, item.id, from.id, ROLE.editor)
}
