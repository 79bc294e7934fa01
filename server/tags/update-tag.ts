import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type * as contract from '@kaiwa/contract/tags.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './find-category.ts'
import { findTags } from './find-tags.ts'
import type { Place } from './open-place.ts'
import { openTag } from './open-tag.ts'
import { arrangeTags, tagsOfCategory } from './tag-order.ts'

type Change = OperationArguments<typeof contract.updateTag>['body']

/** Changes only the given fields. A tag that moves to another category is placed after its other tags. */
const changeTag = ({ app, actor }: Context<'session'>, place: Place, body: Change) =>
  app.db.transaction().execute(async (trx) => {
    const { tag, file, workspaceId } = await openTag(trx, actor, place, body.tagId)
    const { name, appearance, tag_category_id } = body
    if (name !== undefined || appearance !== undefined)
      await trx
        .updateTable('tags')
        .set({ ...(name === undefined ? {} : { name }), ...(appearance === undefined ? {} : { appearance }) })
        .where('id', '=', tag.id)
        .execute()
    if (tag_category_id !== undefined && tag_category_id !== tag.tag_category_id) {
      const category = await findCategory(trx, actor, tag_category_id)
      await arrangeTags(trx, category.id, [...(await tagsOfCategory(trx, category.id)), tag.id])
      await arrangeTags(trx, tag.tag_category_id, await tagsOfCategory(trx, tag.tag_category_id))
    }
    await publishTags(trx, { workspaceId, file })
    const updated = (await findTags(trx, [tag.id])).get(tag.id)
    if (!updated) throw new Error('a tag that was changed just now is gone')
    return { ...updated, can: { edit: true } }
  })

export const updateTag: Handler<typeof contract.updateTag> = ({ params, body }, context) =>
  changeTag(context, params, body)

export const updateFolderTag: Handler<typeof contract.updateFolderTag> = ({ params, body }, context) =>
  changeTag(context, params, body)
