import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { visibleItems } from './access.ts'

const sees = async ({ db }: App, actor: Actor, table: 'projects' | 'files', id: number): Promise<boolean> => {
  const row = await visibleItems(db, actor)
    .where('items.id', '=', (eb) => eb.selectFrom(table).select('item_id').where('id', '=', id))
    .executeTakeFirst()
  return row !== undefined
}

export const channels = [
  authorise('private-user-{id}', (actor, id) => actor.id === id),
  authorise('private-project-{id}', (actor, id, app) => sees(app, actor, 'projects', id)),
  authorise('private-project-file-{id}', (actor, id, app) => sees(app, actor, 'files', id)),
]
