import type { updateProfile as contract } from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeUser } from '../sessions/compose-session.ts'
import { renameUser } from '../store.ts'

export const updateProfile: Handler<typeof contract> = async ({ body }, { app, actor }) => {
  await renameUser(app.db, actor.id, body)
  return { user: await composeUser(app.db, actor) }
}
