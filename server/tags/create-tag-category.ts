import type { createTagCategory as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { insertCategory } from './store/categories.ts'
import { lockTagsFor } from './lock-tags-for.ts'
import { publishTags } from './publish-tags.ts'
import { editCategories } from './policy.ts'
import { presentCategory } from './tag-categories.ts'

export const createTagCategory: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, workspaceId } = await lockTagsFor(trx, caller)
    assertAllowed(editCategories(actor))
    const category = await insertCategory(trx, {
      workspaceId,
      name: { name: body.name, name_key: null },
      userId: actor.id,
    })
    await publishTags(trx, { workspaceId })
    return presentCategory(actor, category)
  })
