// A user who registers by an invitation gets no workspace of their own. They join the workspace of the invitation when
// their address is verified.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findClaimed, updateClaim } from '../store/invitations.ts'
import { lockTree } from '../../tree/store/items.ts'
import { join } from './join.ts'

/** Stores the invitation by which a user registered. An invitation to another address is ignored. */
export async function claimInvitation(
  trx: Trx,
  { token, email, userId }: { token: string | undefined; email: string; userId: number },
): Promise<void> {
  if (token !== undefined) await updateClaim(trx, { hash: hashToken(token), email, userId })
}

const NO_SEAT = new Set<ErrorCode>(['PROJECT_MAX_EDITOR_EXCEEDED', 'PROJECT_MAX_VIEWER_EXCEEDED'])

/**
 * Joins a workspace by the invitation of the user's registration. The caller must hold the lock of the user, who must
 * have no workspace. Returns false if no valid invitation exists. If no seat is left, returns true: the user waits
 * without a workspace and the link keeps working.
 */
export async function joinClaimed(trx: Trx, userId: number): Promise<boolean> {
  let isWaiting = false
  const claims = await findClaimed(trx, userId)
  // Lock order: a refused join keeps the seats of its workspace, and no tree may be locked after seats.
  const workspaceIds = new Set(claims.map(({ workspace_id: id }) => id))
  for (const id of [...workspaceIds].toSorted((a, b) => a - b)) await lockTree(trx, id)
  for (const claimed of claims) {
    try {
      await join(trx, claimed, userId)
      return true
    } catch (error) {
      // A refused join has written nothing, because seats are checked before any write.
      if (!(error instanceof Refusal)) throw error
      if (NO_SEAT.has(error.code)) isWaiting = true
    }
  }
  return isWaiting
}
