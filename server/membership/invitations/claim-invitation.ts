// A user who registers with an invitation joins its workspace instead of getting a new one. They join immediately if
// the mailed link proves their address, otherwise when their address is verified.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findClaimed, isLinkRecent, updateClaim } from '../store/invitations.ts'
import { lockTree } from '../../tree/store/items.ts'
import { join } from './join.ts'
import { findOpenInvitation } from './open-invitation.ts'

const NO_SEAT = new Set<ErrorCode>(['PROJECT_MAX_EDITOR_EXCEEDED', 'PROJECT_MAX_VIEWER_EXCEEDED'])

/**
 * Whether the token belongs to a valid, pending invitation that was recently mailed to this address. An old link is no
 * proof: a mailbox may have a new owner, and mails are forwarded. It still gives access after the address is verified.
 */
export async function provesAddress(db: Db, { token, email }: { token: string; email: string }): Promise<boolean> {
  const invitation = (await findOpenInvitation(db, token))?.invitation
  if (invitation?.accepted_by !== null || invitation.email.toLowerCase() !== email.toLowerCase()) return false
  return isLinkRecent(db, invitation.id, LIMITS.invitationProofDays)
}

/**
 * Joins the workspace of an invitation, for a user who just registered with it. Returns false if it is no longer valid.
 * If no seat is left, returns true: the user waits without a workspace. The caller must hold the lock of the user.
 */
export async function joinInvited(
  trx: Trx,
  { token, email, userId }: { token: string; email: string; userId: number },
): Promise<boolean> {
  try {
    await join(trx, { hash: hashToken(token) }, userId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!NO_SEAT.has(error.code)) return false
    await claimInvitation(trx, { token, email, userId })
  }
  return true
}

/** Stores the invitation by which a user registered. An invitation to another address is ignored. */
export async function claimInvitation(
  trx: Trx,
  { token, email, userId }: { token: string | undefined; email: string; userId: number },
): Promise<void> {
  if (token !== undefined) await updateClaim(trx, { hash: hashToken(token), email, userId })
}

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
