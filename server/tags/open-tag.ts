import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { insist } from '../tree/assert-allowed.ts'
import { lockTags } from './add-category.ts'
import { openPlace, type Place } from './open-place.ts'
import { keepTag } from './policy.ts'
import { visibleTags } from './visible-tags.ts'

/**
 * Returns a tag that the actor may change or delete from a file or folder that they may edit. Holds the tag lock of the
 * workspace.
 */
export const openTag = async (trx: Trx, actor: Actor, place: Place, tagId: number) => {
  const file = await openPlace(trx, actor, place)
  const workspaceId = await lockTags(trx, actor)
  const tag = await visibleTags(trx, actor)
    .select(['tags.id', 'tags.tag_category_id', 'tags.created_by'])
    .where('tags.id', '=', tagId)
    .executeTakeFirst()
  if (!tag) throw new Refusal('E_NOT_FOUND')
  insist(keepTag(actor, tag))
  return { tag, file, workspaceId }
}
