import type { deleteTagCategory as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { markCategoryDeleted } from './store/categories.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './tag-categories.ts'
import { editCategories } from './policy.ts'

export const deleteTagCategory: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, workspaceId } = await lockTagsFor(trx, caller)
    const category = await findCategory(trx, actor, params.categoryId)
    assertAllowed(editCategories(actor))
    await markCategoryDeleted(trx, workspaceId, category)
    await publishTags(trx, { workspaceId })
    return { success: true }
  })
