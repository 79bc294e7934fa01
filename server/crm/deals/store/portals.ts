// Reads what the calls about deals need to know about the rights of their callers.
import type { Actor } from '../../../accounts/actor.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { EDITING_ROLES } from '../../../tree/policy.ts'
import { visibleItems } from '../../../tree/store/access.ts'

/** The highest right of the actor on any file that they see. */
export async function findBestRole(db: Db | Trx, actor: Actor): Promise<'editor' | 'viewer' | 'none'> {
  const files = db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .select('file.id')
    .limit(1)
  if (await files.where('item.role', 'in', EDITING_ROLES).executeTakeFirst()) return 'editor'
  return (await files.executeTakeFirst()) ? 'viewer' : 'none'
}

/** Locks the file of a write, which may be in the trash; undefined if it was deleted. */
export function lockFileOfWrite(trx: Trx, fileId: number): Promise<{ id: number; project_id: number } | undefined> {
  return trx.selectFrom('files').select(['id', 'project_id']).where('id', '=', fileId).forUpdate().executeTakeFirst()
}
