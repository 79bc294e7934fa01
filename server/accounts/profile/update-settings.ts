import type { updateSettings as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { readSettings } from './settings.ts'
import { mergeSettings } from '../store.ts'

/** Changes the settings that are named and keeps the others, two tabs at once included. */
export const updateSettings: Handler<typeof contract> = async ({ body }, { app, actor }) => ({
  settings: readSettings(await mergeSettings(app.db, actor.id, body.settings)),
})
