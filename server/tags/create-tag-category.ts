import type { createTagCategory as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { insist } from '../tree/assert-allowed.ts'
import { addCategory, lockTags } from './add-category.ts'
import { publishTags } from './publish-tags.ts'
import { keepCategories } from './policy.ts'
import { presentCategory } from './present-category.ts'

export const createTagCategory: Handler<typeof contract> = ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    insist(keepCategories(actor))
    const workspaceId = await lockTags(trx, actor)
    const category = await addCategory(trx, { workspaceId, name: body.name, userId: actor.id })
    await publishTags(trx, { workspaceId })
    return presentCategory(actor, category)
  })
