import type { Db, Trx } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'
import { findActingUser } from '../store/actors.ts'

/** The actor of a user without a session, for example for a signed upload or a seed; null for a disabled user. */
export async function actorOfUser(db: Db | Trx, userId: number): Promise<Actor | null> {
  const row = await findActingUser(db, userId)
  if (!row || row.is_disabled) return null
  return {
    id: row.id,
    isOperator: row.is_operator,
    lacksTwoFactor: row.lacks_two_factor,
    sessionId: 0,
    workspaceId: row.workspace_id,
    workspaceRole: row.workspace_id === null ? null : row.role_id,
    locale: row.locale,
  }
}
