import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { verifyMagicLogin as contract } from '@kaiwa/contract/magic-links.ts'
import type { Handler } from '../../platform/http/route.ts'
import { confirmAddress } from './confirm-address.ts'
import { resetMailQuota } from '../email/account-mail-limits.ts'
import { signIn } from '../sessions/sign-in.ts'

/** Signs in by a mailed link, until the browser closes. Also opens links of a registration. */
export const openMagicLink: Handler<typeof contract> = ({ query }, context) => {
  const { app } = context
  return signIn(context, async (trx) => {
    const { id } = await confirmAddress(app, trx, 'magic-link', query)
    await resetMailQuota(app.db, 'magic-link', id, LIMITS.magicLinkMinutes)
    return { userId: id, remember: false }
  })
}
