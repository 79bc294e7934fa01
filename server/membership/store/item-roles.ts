// The SQL of roles on items. The database refuses a role for a user outside the item's workspace.
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { ItemMember } from './item-members.ts'

interface ItemRole {
  itemId: number
  userId: number
  roleId: SharedRole | null
  isExcluded: boolean
  /** The user who gives the role. */
  givenBy: number | null
}

function insertItemRole(trx: Trx, { itemId, userId, roleId, isExcluded, givenBy }: ItemRole) {
  return trx
    .insertInto('item_roles')
    .columns(['item_id', 'workspace_id', 'user_id', 'role_id', 'is_excluded', 'given_by'])
    .expression((eb) =>
      eb
        .selectFrom('items')
        .select([
          'items.id',
          'items.workspace_id',
          sql<number>`${userId}::integer`.as('user_id'),
          sql<number | null>`${roleId}::integer`.as('role_id'),
          sql<boolean>`${isExcluded}::boolean`.as('is_excluded'),
          sql<number | null>`${givenBy}::integer`.as('given_by'),
        ])
        .where('items.id', '=', itemId),
    )
}

/**
 * Assigns a role on the item itself. An existing exclusion is kept, so this role is then the person's only role on the
 * item. Who gave the role, and when, changes only where the person had none.
 */
export function upsertItemRole(
  trx: Trx,
  role: Pick<ItemRole, 'itemId' | 'userId'> & { roleId: SharedRole; givenBy: number | null },
) {
  return insertItemRole(trx, { ...role, isExcluded: false })
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'user_id']).doUpdateSet({
        role_id: role.roleId,
        given_by: sql`case when item_roles.role_id is null then excluded.given_by else item_roles.given_by end`,
        created_at: sql`case when item_roles.role_id is null then excluded.created_at else item_roles.created_at end`,
      }),
    )
    .execute()
}

/** Ends a person's role on the item: deletes the role assigned on it and stops inheritance from above. */
export async function endItemRole(trx: Trx, itemId: number, person: Pick<ItemMember, 'id' | 'inherited'>) {
  if (person.inherited === null) {
    // An existing exclusion is kept. Without it, a role that is assigned on an ancestor later would apply here.
    await trx
      .deleteFrom('item_roles')
      .where('item_id', '=', itemId)
      .where('user_id', '=', person.id)
      .where('is_excluded', '=', false)
      .execute()
    await trx
      .updateTable('item_roles')
      .set({ role_id: null })
      .where('item_id', '=', itemId)
      .where('user_id', '=', person.id)
      .execute()
    return
  }
  await insertItemRole(trx, { itemId, userId: person.id, roleId: null, isExcluded: true, givenBy: null })
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'user_id']).doUpdateSet({ role_id: null, is_excluded: true }),
    )
    .execute()
}

/** Deletes the user's role and exclusion on an item. */
export async function deleteItemRole(trx: Trx, itemId: number, userId: number): Promise<void> {
  await trx.deleteFrom('item_roles').where('item_id', '=', itemId).where('user_id', '=', userId).execute()
}

/** Deletes the user's roles and exclusions on all items of a workspace. */
export async function deleteItemRolesOfUser(trx: Trx, workspaceId: number, userId: number): Promise<void> {
  await sql`
    delete from item_roles using items
    where items.id = item_roles.item_id and items.workspace_id = ${workspaceId} and item_roles.user_id = ${userId}
  `.execute(trx)
}
