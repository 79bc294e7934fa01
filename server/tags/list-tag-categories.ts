import type { listTagCategories as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { presentCategory } from './tag-categories.ts'
import { listVisibleCategories } from './store/categories.ts'

export const listTagCategories: Handler<typeof contract> = async (_input, { app, actor }) =>
  (await listVisibleCategories(app.db, actor)).map((row) => presentCategory(actor, row))
