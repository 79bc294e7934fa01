import type { renameTagCategory as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { updateCategoryName } from './store/categories.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory, presentCategory } from './tag-categories.ts'
import { editCategories } from './policy.ts'

export const renameTagCategory: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, workspaceId } = await lockTagsFor(trx, caller)
    const category = await findCategory(trx, actor, params.categoryId)
    assertAllowed(editCategories(actor))
    await updateCategoryName(trx, actor, category.id, body.name)
    await publishTags(trx, { workspaceId })
    return presentCategory(actor, { ...category, name: body.name })
  })
