import type { listTags as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { keepTag } from './policy.ts'
import { visibleTags } from './visible-tags.ts'

export const listTags: Handler<typeof contract> = async (_input, { app, actor }) => {
  const rows = await visibleTags(app.db, actor)
    .innerJoin('tag_categories as category', 'category.id', 'tags.tag_category_id')
    .select([
      'tags.id',
      'tags.tag_category_id',
      'tags.name',
      'tags.appearance',
      'tags.display_order',
      'tags.created_by',
    ])
    .orderBy('category.display_order')
    .orderBy('category.id')
    .orderBy('tags.display_order')
    .orderBy('tags.id')
    .execute()
  return rows.map(({ created_by, ...tag }) => ({ ...tag, can: { edit: keepTag(actor, { created_by }).allowed } }))
}
