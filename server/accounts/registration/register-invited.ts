import type { Context } from '../../platform/http/route.ts'
import { newMember } from '../extension-points.ts'
import { lockUser } from '../lock-user.ts'
import { signIn } from '../sessions/sign-in.ts'
import { markVerified, type NewUser } from '../store/users.ts'
import { ensureWorkspace } from './ensure-workspace.ts'
import { saveRegistration } from './save-registration.ts'

/**
 * Registers a person by an invitation, adds them to its workspace and signs them in. The token was mailed to this
 * address, so it needs no verification (docs/decisions/0091-invitations-prove-addresses.md). Returns false and does
 * nothing without a valid invitation to the address.
 */
export async function registerInvited(
  context: Context<'public'>,
  token: string | undefined,
  user: NewUser,
): Promise<boolean> {
  const { app } = context
  const { email } = user
  if (token === undefined || !(await newMember.get().provesAddress(app.db, { token, email }))) return false
  await signIn(context, async (trx) => {
    // Replaces the password of an earlier registration, which another person may have chosen.
    const userId = await saveRegistration(trx, user)
    await lockUser(trx, userId)
    const verified = await markVerified(trx, userId)
    if (!(await newMember.get().joinInvited(trx, { token, email, userId }))) await ensureWorkspace(app, trx, verified)
    return { userId, remember: false }
  })
  return true
}
