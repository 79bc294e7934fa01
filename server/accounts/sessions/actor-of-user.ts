import type { Db, Trx } from '../../platform/database/database.ts'
import type { Actor } from '../actor.ts'
import { findActingUser } from '../store.ts'

/** A user as actor where something acts for them without a session (a signed upload, a seed); null for a disabled one. */
export const actorOfUser = async (db: Db | Trx, userId: number): Promise<Actor | null> => {
  const row = await findActingUser(db, userId)
  if (!row || row.is_disabled) return null
  return {
    id: row.id,
    isOperator: row.is_operator,
    sessionId: 0,
    workspaceId: row.workspace_id,
    workspaceRole: row.workspace_id === null ? null : row.role_id,
  }
}
