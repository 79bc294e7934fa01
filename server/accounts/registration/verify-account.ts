import type { verifyAccount as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { confirmAddress } from './confirm-address.ts'
import { isRegistrant, takeRegistrant } from './registrant.ts'
import { mailPasswordLink } from '../passwords/send-password-link.ts'
import { signIn } from '../sessions/sign-in.ts'

/**
 * The link of the verification mail: works once, and signs its reader in until the browser closes. In the page of another
 * browser than the one that registered, the password is gone, and a mail leads to a new one.
 */
export const verifyAccount: Handler<typeof contract> = async ({ query }, context) => {
  const { app } = context
  let is_password_forgotten = false
  const session = await signIn(context, async (trx) => {
    const choseIt = (waiting: Parameters<typeof isRegistrant>[1]) => !query.in_page || isRegistrant(context, waiting)
    const user = await confirmAddress(app, trx, 'verify-account', query, choseIt)
    is_password_forgotten = user.isForgotten
    if (user.isForgotten) await mailPasswordLink(app, trx, user, publicAddress(context), 'elsewhere')
    return { userId: user.id, remember: false }
  })
  takeRegistrant(context)
  return { ...session, is_password_forgotten }
}
