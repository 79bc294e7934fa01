import type { Identity, Session, User } from '@kaiwa/contract/accounts.ts'
import { usageOf } from '../../billing/get-usage.ts'
import type { UsageRow } from '../../billing/store/usage.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'
import { crmState, sessionContent } from '../extension-points.ts'
import { presentUser } from '../present.ts'
import { findUser, type UserRow } from '../store/users.ts'

interface Known {
  row: UserRow
  workspace: UsageRow | undefined
  isCrmConnected: boolean
}

function presentIdentity(actor: Actor, { row, workspace, isCrmConnected }: Known, token: string | null): Identity {
  const user = presentUser(row, actor, workspace, token)
  return { user, roles: user.roles, is_set_password: user.is_set_password, is_hubspot_connected: isCrmConnected }
}

/** The caller's identity and abilities. */
export async function composeIdentity(db: Db, actor: Actor): Promise<Identity> {
  const [row, { row: workspace }, isCrmConnected] = await Promise.all([
    findUser(db, actor.id),
    usageOf(db, actor),
    crmState.get()(db, actor),
  ])
  return presentIdentity(actor, { row, workspace, isCrmConnected }, null)
}

/** The caller with private fields. */
export async function composeUser(db: Db, actor: Actor): Promise<User> {
  return (await composeIdentity(db, actor)).user
}

/** The response of a sign-in. */
export async function composeSession(db: Db, actor: Actor, token: string): Promise<Session> {
  const [row, { usage, row: workspace }, isCrmConnected, content] = await Promise.all([
    findUser(db, actor.id),
    usageOf(db, actor),
    crmState.get()(db, actor),
    sessionContent.get()(db, actor),
  ])
  return { ...presentIdentity(actor, { row, workspace, isCrmConnected }, token), ...content, usage, token }
}
