import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findFile } from '../files/file-rows.ts'
import { insist } from '../tree/assert-allowed.ts'
import { findProject } from '../tree/item-rows.ts'
import * as policy from '../tree/policy.ts'

/** From where tags are created or changed: a file or a folder. */
export type Place = { fileId: number } | { projectId: number }

/** Refuses unless the actor may edit the file or folder. Returns the file, if it is one. */
export const openPlace = async (db: Db | Trx, actor: Actor, place: Place) => {
  if ('projectId' in place) {
    insist(policy.editTags(await findProject(db, actor, place.projectId)))
    return undefined
  }
  const file = await findFile(db, actor, place.fileId)
  insist(policy.edit(file, file))
  return file
}
