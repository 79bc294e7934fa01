import type { deleteTagCategory as contract } from '@kaiwa/contract/tags.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { insist } from '../tree/assert-allowed.ts'
import { lockTags } from './add-category.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './find-category.ts'
import { keepCategories } from './policy.ts'

/**
 * The rows are kept (soft delete), so that old versions and late saves can distinguish deleted tags from unknown ones.
 */
export const deleteTagCategory: Handler<typeof contract> = ({ params }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const workspaceId = await lockTags(trx, actor)
    const { id, display_order } = await findCategory(trx, actor, params.categoryId)
    insist(keepCategories(actor))
    await trx
      .updateTable('tags')
      .set({ deleted_at: sql`now()` })
      .where('tag_category_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await trx
      .updateTable('tag_categories')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('tag_categories')
      .set((eb) => ({ display_order: eb('display_order', '-', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .where('display_order', '>', display_order)
      .execute()
    await publishTags(trx, { workspaceId })
    return { success: true }
  })
