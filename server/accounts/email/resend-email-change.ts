import { LIMITS } from '@kaiwa/contract/limits.ts'
import type {
  resendEmailChange as contract,
  resendEmailChangeByLink as byLinkContract,
} from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { countCall } from '../../platform/http/rate-limit.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sendEmailChange } from './send-email-change.ts'
import { findUser } from '../store/users.ts'
import { findEmailChange } from '../store/account-tokens.ts'
import { hashToken } from '../tokens.ts'

const RESEND_LOCK = { max: 1, window: LIMITS.resendLockSeconds, key: 'account' } as const

async function resend(
  context: Pick<Context, 'app' | 'request'>,
  change: { user_id: number; email: string | null },
  noLongerPending: Refusal,
) {
  const { app } = context
  const user = await findUser(app.db, change.user_id)
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  await countCall(app.db, 'resendEmailChange', RESEND_LOCK, String(user.id))
  const { email } = change
  if (email === null) return { success: true } as const
  await sendEmailChange(app, user, email, publicAddress(context), async (trx) => {
    // A new password and a cancellation delete the link. Resending must not restore it.
    if ((await findEmailChange(trx, { userId: user.id }))?.email !== email) throw noLongerPending
  })
  return { success: true } as const
}

export const resendEmailChange: Handler<typeof contract> = async (_, context) => {
  const change = await findEmailChange(context.app.db, { userId: context.actor.id })
  const noLongerPending = new Refusal('E_NOT_FOUND')
  if (!change) throw noLongerPending
  return resend(context, change, noLongerPending)
}

/** The link proves access to the mailbox of the new address, so no session is required. */
export const resendEmailChangeByLink: Handler<typeof byLinkContract> = async ({ query }, context) => {
  const change = await findEmailChange(context.app.db, { hash: hashToken(query.token) })
  const noLongerPending = new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  if (!change) throw noLongerPending
  return resend(context, change, noLongerPending)
}
