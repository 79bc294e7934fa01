import type { Identity, Session, User } from '@kaiwa/contract/accounts.ts'
import { usageOf } from '../../billing/get-usage.ts'
import type { UsageRow } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Actor } from '../actor.ts'
import { crmState, sessionContent } from '../extension-points.ts'
import { presentUser } from '../present.ts'
import { findUser, type UserRow } from '../store/users.ts'

type Place = Pick<App, 'db' | 'config'>

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
export async function composeIdentity(app: Place, actor: Actor): Promise<Identity> {
  const [row, { row: workspace }, isCrmConnected] = await Promise.all([
    findUser(app.db, actor.id),
    usageOf(app.db, actor),
    crmState.get()(app, actor),
  ])
  return presentIdentity(actor, { row, workspace, isCrmConnected }, null)
}

/** The caller with private fields. */
export async function composeUser(app: Place, actor: Actor): Promise<User> {
  return (await composeIdentity(app, actor)).user
}

/** The response of a sign-in. */
export async function composeSession(app: Place, actor: Actor, token: string): Promise<Session> {
  const [row, { usage, row: workspace }, isCrmConnected, content] = await Promise.all([
    findUser(app.db, actor.id),
    usageOf(app.db, actor),
    crmState.get()(app, actor),
    sessionContent.get()(app.db, actor),
  ])
  return { ...presentIdentity(actor, { row, workspace, isCrmConnected }, token), ...content, usage, token }
}
