// The people who see a file: those who may be mentioned in its comments.
import type { Db, Trx } from '../platform/database/database.ts'
import { findItemMembers, type ItemMember } from '../membership/store/item-members.ts'
import { effectiveRole } from '../tree/store/access.ts'

/** By family name. */
export async function findReaders(db: Db | Trx, itemId: number): Promise<ItemMember[]> {
  return (await findItemMembers(db, itemId)).filter((person) => effectiveRole(person) !== null)
}
