import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type * as contract from '@kaiwa/contract/tags.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { addCategory, lockTags } from './add-category.ts'
import { publishTags } from './publish-tags.ts'
import { findCategory } from './find-category.ts'
import { tagColumns } from './find-tags.ts'
import { openPlace, type Place } from './open-place.ts'
import { tagsOfCategory } from './tag-order.ts'

/** Name of the category that a workspace gets together with its first tag. */
const FIRST_CATEGORY = { ja: 'タグ', en: 'Tags' } as const

type NewTag = OperationArguments<typeof contract.createTag>['body']

const addTag = ({ app, actor }: Context<'session'>, place: Place, body: NewTag) =>
  app.db.transaction().execute(async (trx) => {
    const file = await openPlace(trx, actor, place)
    const workspaceId = await lockTags(trx, actor)
    const categoryId =
      body.tag_category_id === undefined
        ? await firstCategory(trx, actor, workspaceId)
        : (await findCategory(trx, actor, body.tag_category_id)).id
    const tag = await trx
      .insertInto('tags')
      .values({
        workspace_id: workspaceId,
        tag_category_id: categoryId,
        name: body.name,
        appearance: body.appearance,
        created_by: actor.id,
        display_order: (await tagsOfCategory(trx, categoryId)).length,
      })
      .returning(tagColumns)
      .executeTakeFirstOrThrow()
    await publishTags(trx, { workspaceId, file })
    return { ...tag, can: { edit: true } }
  })

export const createTag: Handler<typeof contract.createTag> = ({ params, body }, context) =>
  addTag(context, params, body)

export const createFolderTag: Handler<typeof contract.createFolderTag> = ({ params, body }, context) =>
  addTag(context, params, body)

/** The category for tags without one; created with the first tag of a workspace. */
export const firstCategory = async (trx: Trx, actor: Actor, workspaceId: number): Promise<number> => {
  const first = await trx
    .selectFrom('tag_categories')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('display_order')
    .orderBy('id')
    .executeTakeFirst()
  if (first) return first.id
  const { locale } = await trx
    .selectFrom('users')
    .select(sql<string | null>`settings ->> 'locale'`.as('locale'))
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const name = FIRST_CATEGORY[locale === 'en' ? 'en' : 'ja']
  return (await addCategory(trx, { workspaceId, name, userId: actor.id })).id
}
