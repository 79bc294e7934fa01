// Changes of the caller's own profile and settings.
import type { updateSettings as settingsContract } from '@kaiwa/contract/accounts.ts'
import type {
  updateFirstVisited as visitedContract,
  updateProfile as profileContract,
} from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeUser } from '../sessions/compose-session.ts'
import { markVisited, mergeSettings, renameUser } from '../store/users.ts'
import { readSettings } from './settings.ts'

export const updateProfile: Handler<typeof profileContract> = async ({ body }, { app, actor }) => {
  await renameUser(app.db, actor.id, body)
  return { user: await composeUser(app, actor) }
}

export const updateFirstVisited: Handler<typeof visitedContract> = async (_, { app, actor }) => {
  await markVisited(app.db, actor.id)
  return { user: await composeUser(app, actor) }
}

/** Changes only the given settings. Concurrent changes of other settings are kept: the database merges them. */
export const updateSettings: Handler<typeof settingsContract> = async ({ body }, { app, actor }) => ({
  settings: readSettings(await mergeSettings(app.db, actor.id, body.settings)),
})
