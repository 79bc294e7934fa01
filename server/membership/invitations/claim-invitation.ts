// Whoever registers by an invitation gets no workspace of their own: they join the one that they were invited to, as soon as
// their address is proved.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findClaimed, putClaim } from './invitation-rows.ts'
import { lockTree } from '../../tree/place-item.ts'
import { join } from './join.ts'

/** Notes by which invitation somebody registered; one that is not for their address means nothing. */
export const claimInvitation = async (
  trx: Trx,
  { token, email, userId }: { token: string | undefined; email: string; userId: number },
): Promise<void> => {
  if (token !== undefined) await putClaim(trx, { hash: hashToken(token), email, userId })
}

const NO_SEAT = new Set<ErrorCode>(['PROJECT_MAX_EDITOR_EXCEEDED', 'PROJECT_MAX_VIEWER_EXCEEDED'])

/**
 * Joins what the user registered by. Needs the lock of the user, who is of no workspace. False where there is nothing to join: no claim, or none whose invitation is still
 * valid. Where no seat is left they wait without a workspace: the link goes on working.
 */
export const joinClaimed = async (trx: Trx, userId: number): Promise<boolean> => {
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
      // What is refused was not begun: seats are asked for before anything is written.
      if (!(error instanceof Refusal)) throw error
      if (NO_SEAT.has(error.code)) isWaiting = true
    }
  }
  return isWaiting
}
