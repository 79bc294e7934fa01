import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { insist } from '../workspace/insist.ts'
import { findProject } from '../workspace/items.ts'
import * as policy from '../workspace/policy.ts'

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
