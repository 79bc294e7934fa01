import type * as contract from '@kaiwa/contract/tags.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { invalid } from '../platform/refusal.ts'
import { publishTags } from './publish-tags.ts'
import type { TagTarget } from './open-tag.ts'
import { openTag } from './open-tag.ts'
import { arrangeTags, findTagIdsOfCategory, markTagDeleted } from './store/tags.ts'

type TagIdInput = { tagId?: number | undefined } | undefined

/** Changes one row regardless of the number of marked passages: passages of a deleted tag are not shown any more. */
function removeTag({ app, actor }: Context<'session'>, target: TagTarget, query: TagIdInput, body: TagIdInput) {
  const tagId = query?.tagId ?? body?.tagId
  if (tagId === undefined) throw invalid({ tagId: ['required'] })
  return app.db.transaction().execute(async (trx) => {
    const { tag, file, workspaceId } = await openTag(trx, actor, target, tagId)
    await markTagDeleted(trx, tag.id)
    await arrangeTags(trx, tag.tag_category_id, await findTagIdsOfCategory(trx, tag.tag_category_id))
    await publishTags(trx, { workspaceId, file })
    return { success: true as const }
  })
}

export const deleteTag: Handler<typeof contract.deleteTag> = ({ params, query, body }, context) =>
  removeTag(context, params, query, body)

export const deleteFolderTag: Handler<typeof contract.deleteFolderTag> = ({ params, query, body }, context) =>
  removeTag(context, params, query, body)
