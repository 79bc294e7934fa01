import type { listTagCategories as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { presentCategory } from './present-category.ts'
import { visibleCategories } from './visible-categories.ts'

export const listTagCategories: Handler<typeof contract> = async (_input, { app, actor }) => {
  const rows = await visibleCategories(app.db, actor)
    .select(['tag_categories.id', 'tag_categories.name', 'tag_categories.display_order'])
    .orderBy('tag_categories.display_order')
    .orderBy('tag_categories.id')
    .execute()
  return rows.map((row) => presentCategory(actor, row))
}
