import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findCategory } from './tag-categories.ts'
import { openTagTarget, type TagTarget } from './open-tag.ts'
import { editCategories } from './policy.ts'

interface Context {
  app: Pick<App, 'db'>
  actor: Actor
}

/** Permission check, before the body is read, of calls that create, change or delete tags from a file or a folder. */
export async function mayTag({ params }: { params: TagTarget }, { app, actor }: Context): Promise<void> {
  await openTagTarget(app.db, actor, params)
}

/** Permission check, before the body is read, of calls that change a category. */
export async function mayEditCategory(
  { params }: { params: { categoryId: number } },
  { app, actor }: Context,
): Promise<void> {
  await findCategory(app.db, actor, params.categoryId)
  assertAllowed(editCategories(actor))
}
