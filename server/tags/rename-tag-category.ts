import type { renameTagCategory as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { insist } from '../tree/assert-allowed.ts'
import { lockTags } from './add-category.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './find-category.ts'
import { keepCategories } from './policy.ts'
import { presentCategory } from './present-category.ts'

export const renameTagCategory: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const workspaceId = await lockTags(trx, actor)
    const category = await findCategory(trx, actor, params.categoryId)
    insist(keepCategories(actor))
    await trx.updateTable('tag_categories').set({ name: body.name }).where('id', '=', category.id).execute()
    await publishTags(trx, { workspaceId })
    return presentCategory(actor, { ...category, name: body.name })
  })
