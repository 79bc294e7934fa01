import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type * as contract from '@kaiwa/contract/tags.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { insertTag } from './store/tags.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory, findOrCreateFirstCategory } from './tag-categories.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { openTagTarget, type TagTarget } from './open-tag.ts'

type NewTag = OperationArguments<typeof contract.createTag>['body']

function addTag({ app, actor: caller }: Context<'session'>, target: TagTarget, body: NewTag) {
  return app.db.transaction().execute(async (trx) => {
    const { actor, workspaceId } = await lockTagsFor(trx, caller)
    const file = await openTagTarget(trx, actor, target)
    const categoryId =
      body.tag_category_id === undefined
        ? await findOrCreateFirstCategory(trx, actor, workspaceId)
        : (await findCategory(trx, actor, body.tag_category_id)).id
    const { name, appearance } = body
    const tag = await insertTag(trx, { workspaceId, categoryId, name, appearance, userId: actor.id })
    await publishTags(trx, { workspaceId, file })
    return { ...tag, can: { edit: true } }
  })
}

export const createTag: Handler<typeof contract.createTag> = ({ params, body }, context) =>
  addTag(context, params, body)

export const createFolderTag: Handler<typeof contract.createFolderTag> = ({ params, body }, context) =>
  addTag(context, params, body)
