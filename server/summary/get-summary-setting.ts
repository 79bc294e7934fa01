import type { getSummarySetting as contract, SummarySetting } from '@kaiwa/contract/summaries.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import * as policy from './policy.ts'
import { isSwitchedOn } from './store/settings.ts'

/** The setting of the workspace of the actor. */
export async function presentSetting(db: Db | Trx, actor: Actor): Promise<SummarySetting> {
  const isOn = actor.workspaceId !== null && (await isSwitchedOn(db, actor.workspaceId))
  return { is_on: isOn, can: { change: policy.change(actor).allowed } }
}

export const getSummarySetting: Handler<typeof contract> = (_, { app, actor }) => presentSetting(app.db, actor)
