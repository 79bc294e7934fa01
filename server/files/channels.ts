import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { authorise } from '../platform/realtime/channel.ts'
import { visibleItems } from '../tree/store/access.ts'

const seesFile = async ({ db }: App, actor: Actor, id: number): Promise<boolean> => {
  const row = await visibleItems(db, actor)
    .where('items.id', '=', (eb) => eb.selectFrom('files').select('item_id').where('id', '=', id))
    .executeTakeFirst()
  return row !== undefined
}

export const channels = [authorise('file', (actor, id, app) => seesFile(app, actor, id))]
