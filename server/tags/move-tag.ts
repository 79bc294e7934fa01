import type { moveTag as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { arrangeTags, findTagIdsOfCategory } from './store/tags.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './tag-categories.ts'
import { editCategories } from './policy.ts'

/**
 * Refuses with E_CONFLICT if there is no tag at the source position, because someone else moved or deleted it. A
 * destination beyond the end means the end.
 */
export const moveTag: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, workspaceId } = await lockTagsFor(trx, caller)
    const source = await findCategory(trx, actor, body.src_category_id)
    const destination = await findCategory(trx, actor, body.des_category_id)
    assertAllowed(editCategories(actor))
    const left = await findTagIdsOfCategory(trx, source.id)
    const [moved] = left.splice(body.src_tag_index, 1)
    if (moved === undefined) throw new Refusal('E_CONFLICT', { reason: 'moved' })
    const arranged = source.id === destination.id ? left : await findTagIdsOfCategory(trx, destination.id)
    arranged.splice(body.des_tag_index, 0, moved)
    await arrangeTags(trx, destination.id, arranged)
    if (source.id !== destination.id) await arrangeTags(trx, source.id, left)
    await publishTags(trx, { workspaceId })
    return { success: true }
  })
