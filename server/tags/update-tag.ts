import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type * as contract from '@kaiwa/contract/tags.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './tag-categories.ts'
import type { TagTarget } from './open-tag.ts'
import { arrangeTags, findTagIdsOfCategory, findTags, updateTagColumns } from './store/tags.ts'
import { openTag } from './open-tag.ts'

type Change = OperationArguments<typeof contract.updateTag>['body']

/** Changes only the given fields. A tag that moves to another category is placed after its other tags. */
function changeTag({ app, actor: caller }: Context<'session'>, target: TagTarget, body: Change) {
  return app.db.transaction().execute(async (trx) => {
    const { tag, file, workspaceId, actor } = await openTag(trx, caller, target, body.tagId)
    const { tag_category_id } = body
    await updateTagColumns(trx, tag.id, body)
    if (tag_category_id !== undefined && tag_category_id !== tag.tag_category_id) {
      const category = await findCategory(trx, actor, tag_category_id)
      await arrangeTags(trx, category.id, [...(await findTagIdsOfCategory(trx, category.id)), tag.id])
      await arrangeTags(trx, tag.tag_category_id, await findTagIdsOfCategory(trx, tag.tag_category_id))
    }
    await publishTags(trx, { workspaceId, file })
    const updated = (await findTags(trx, [tag.id])).get(tag.id)
    if (!updated) throw new Error('a tag that was changed just now is gone')
    return { ...updated, can: { edit: true } }
  })
}

export const updateTag: Handler<typeof contract.updateTag> = ({ params, body }, context) =>
  changeTag(context, params, body)

export const updateFolderTag: Handler<typeof contract.updateFolderTag> = ({ params, body }, context) =>
  changeTag(context, params, body)
