import type { updateFirstVisited as contract } from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeUser } from '../sessions/compose-session.ts'
import { markVisited } from '../store.ts'

export const updateFirstVisited: Handler<typeof contract> = async (_, { app, actor }) => {
  await markVisited(app.db, actor.id)
  return { user: await composeUser(app.db, actor) }
}
