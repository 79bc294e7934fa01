import type { Identity, Session, User } from '@kaiwa/contract/accounts.ts'
import { usageOf } from '../../billing/get-usage.ts'
import type { UsageRow } from '../../billing/store/usage.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'
import { sessionContent } from '../extension-points.ts'
import { presentUser } from '../present.ts'
import { findUser, type UserRow } from '../store/users.ts'

function presentIdentity(
  row: UserRow,
  actor: Actor,
  workspace: UsageRow | undefined,
  token: string | null = null,
): Identity {
  const user = presentUser(row, actor, workspace, token)
  return { user, roles: user.roles, is_set_password: user.is_set_password, is_hubspot_connected: false }
}

/** The caller's identity and abilities. */
export async function composeIdentity(db: Db, actor: Actor): Promise<Identity> {
  const [row, { row: workspace }] = await Promise.all([findUser(db, actor.id), usageOf(db, actor)])
  return presentIdentity(row, actor, workspace)
}

/** The caller with private fields. */
export async function composeUser(db: Db, actor: Actor): Promise<User> {
  return (await composeIdentity(db, actor)).user
}

/** The response of a sign-in. */
export async function composeSession(db: Db, actor: Actor, token: string): Promise<Session> {
  const [row, { usage, row: workspace }, content] = await Promise.all([
    findUser(db, actor.id),
    usageOf(db, actor),
    sessionContent.get()(db, actor),
  ])
  return { ...presentIdentity(row, actor, workspace, token), ...content, usage, token }
}
