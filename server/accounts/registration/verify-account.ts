import type { verifyAccount as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { confirmAddress } from './confirm-address.ts'
import { isRegistrant, clearRegistrantCookie } from './registrant.ts'
import { mailPasswordLink } from '../passwords/send-password-link.ts'
import { signIn } from '../sessions/sign-in.ts'

/**
 * Opens the link of the verification mail. It is valid once and signs in until the browser closes. On the page of a browser
 * other than the registering one, the password is deleted and a link for a new one is mailed.
 */
export const verifyAccount: Handler<typeof contract> = async ({ query }, context) => {
  const { app } = context
  let is_password_forgotten = false
  const session = await signIn(context, async (trx) => {
    const mayKeepPassword = (user: Parameters<typeof isRegistrant>[1]) => !query.in_page || isRegistrant(context, user)
    const confirmed = await confirmAddress(app, trx, 'verify-account', query, mayKeepPassword)
    is_password_forgotten = confirmed.isPasswordCleared
    if (confirmed.isPasswordCleared) await mailPasswordLink(app, trx, confirmed, publicAddress(context), 'elsewhere')
    return { userId: confirmed.id, remember: false }
  })
  clearRegistrantCookie(context)
  return { ...session, is_password_forgotten }
}
