import type { Session, User } from '@kaiwa/contract/accounts.ts'
import { usageOf } from '../../billing/get-usage.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'
import { sessionContent } from '../extension-points.ts'
import { presentUser } from '../present.ts'
import { findUser } from '../store.ts'

/** The caller as only they see themselves. */
export const composeUser = async (db: Db, actor: Actor): Promise<User> => {
  const [row, { row: workspace }] = await Promise.all([findUser(db, actor.id), usageOf(db, actor)])
  return presentUser(row, actor, workspace)
}

/** Who the caller is and what the first screen needs. `token` only where a session was just opened. */
export const composeSession = async (db: Db, actor: Actor, token: string | null): Promise<Session> => {
  const [row, { usage, row: workspace }, content] = await Promise.all([
    findUser(db, actor.id),
    usageOf(db, actor),
    sessionContent.get()(db, actor),
  ])
  const user = presentUser(row, actor, workspace, token)
  return {
    user,
    roles: user.roles,
    usage,
    is_set_password: user.is_set_password,
    ...content,
    tags: [],
    is_hubspot_connected: false,
    token,
  }
}
