import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { findVisibleTag } from './store/tags.ts'
import { findProject } from '../tree/store/items.ts'
import { edit } from '../transcripts/policy.ts'
import { editTag, editTags } from './policy.ts'

/** The page from which tags are changed: that of a file or of a folder. */
export type TagTarget = { fileId: number } | { projectId: number }

/** Refuses unless the actor may edit the file or folder. Returns the file, if it is one. */
export async function openTagTarget(db: Db | Trx, actor: Actor, target: TagTarget) {
  if ('projectId' in target) {
    assertAllowed(editTags(await findProject(db, actor, target.projectId)))
    return undefined
  }
  const file = await findFile(db, actor, target.fileId)
  assertAllowed(edit(file, file))
  return file
}

/**
 * Returns a tag that the caller may change or delete from a file or folder that they may edit. Holds the tag lock of the
 * workspace, and returns the caller as of now.
 */
export async function openTag(trx: Trx, caller: Actor, target: TagTarget, tagId: number) {
  const { actor, workspaceId } = await lockTagsFor(trx, caller)
  const file = await openTagTarget(trx, actor, target)
  const tag = await findVisibleTag(trx, actor, tagId)
  if (!tag) throw new Refusal('E_NOT_FOUND')
  assertAllowed(editTag(actor, tag))
  return { tag, file, workspaceId, actor }
}
