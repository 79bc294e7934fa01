import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findFile } from '../files/store/files.ts'
import { mayEdit } from '../tree/policy.ts'
import { findUpload } from './store.ts'

/**
 * An upload whose file the actor may edit. Refuses with E_NOT_FOUND when the actor cannot see the file, else with
 * E_FORBIDDEN.
 */
export const findOwnUpload = async (db: Db | Trx, actor: Actor, uploadId: number) => {
  const upload = await findUpload(db, uploadId)
  if (!upload) throw new Refusal('E_NOT_FOUND')
  const file = await findFile(db, actor, upload.file_id)
  if (!mayEdit(file)) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return { ...upload, file }
}
