// The SQL of roles on items.
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import type { Trx } from '../platform/database/database.ts'
import type { PersonHere } from './people.ts'

/** Gives a role on the item itself. Whoever was detached from it stays so: this role is then all that they have. */
export const putItemRole = (trx: Trx, itemId: number, userId: number, role_id: SharedRole) =>
  trx
    .insertInto('item_roles')
    .values({ item_id: itemId, user_id: userId, role_id })
    .onConflict((conflict) => conflict.columns(['item_id', 'user_id']).doUpdateSet({ role_id }))
    .execute()

/** Ends what the person has on the item: what was given on it goes, what comes from above stops here. */
export const endItemRole = async (trx: Trx, itemId: number, person: Pick<PersonHere, 'id' | 'inherited'>) => {
  if (person.inherited === null) {
    // An exclusion of before goes on: without it, a role that is given above later would reach them here.
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
  await trx
    .insertInto('item_roles')
    .values({ item_id: itemId, user_id: person.id, role_id: null, is_excluded: true })
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'user_id']).doUpdateSet({ role_id: null, is_excluded: true }),
    )
    .execute()
}
