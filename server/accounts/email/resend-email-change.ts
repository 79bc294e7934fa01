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
import { findUser } from '../store.ts'
import { findEmailChange } from '../token-store.ts'
import { hashToken } from '../tokens.ts'

const LOCK = { max: 1, window: LIMITS.resendLockSeconds, key: 'account' } as const

const resend = async (
  context: Pick<Context, 'app' | 'request'>,
  change: { user_id: number; email: string | null },
  gone: Refusal,
) => {
  const { app } = context
  const user = await findUser(app.db, change.user_id)
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  await countCall(app.db, 'resendEmailChange', LOCK, String(user.id))
  const { email } = change
  if (email === null) return { success: true } as const
  await sendEmailChange(app, user, email, publicAddress(context), async (trx) => {
    // A new password and a withdrawal delete the link: sending it again must not bring it back.
    if ((await findEmailChange(trx, { userId: user.id }))?.email !== email) throw gone
  })
  return { success: true } as const
}

export const resendEmailChange: Handler<typeof contract> = async (_, context) => {
  const change = await findEmailChange(context.app.db, { userId: context.actor.id })
  const gone = new Refusal('E_NOT_FOUND')
  if (!change) throw gone
  return resend(context, change, gone)
}

/** Whoever has the link has read the mail at the new address: nobody else learns anything here. */
export const resendEmailChangeByLink: Handler<typeof byLinkContract> = async ({ query }, context) => {
  const change = await findEmailChange(context.app.db, { hash: hashToken(query.token) })
  const gone = new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  if (!change) throw gone
  return resend(context, change, gone)
}
