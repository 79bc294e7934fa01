// Whoever registers by an invitation gets no workspace of their own: they join the one that they were invited to, as soon as
// their address is proved.
import { hashToken } from '../accounts/tokens.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findClaimed, putClaim } from './invitations.ts'
import { join } from './join.ts'

/** Notes by which invitation somebody registered; one that is not for their address means nothing. */
export const claimInvitation = async (
  trx: Trx,
  { token, email, userId }: { token: string | undefined; email: string; userId: number },
): Promise<void> => {
  if (token !== undefined) await putClaim(trx, { hash: hashToken(token), email, userId })
}

/** False where nobody waits for them. Where no seat is left they wait without a workspace: the link goes on working. */
export const joinClaimed = async (trx: Trx, userId: number): Promise<boolean> => {
  const claimed = await findClaimed(trx, userId)
  if (!claimed) return false
  try {
    await join(trx, claimed, userId)
  } catch (error) {
    // What is refused was not begun: seats are asked for before anything is written.
    if (!(error instanceof Refusal)) throw error
  }
  return true
}
