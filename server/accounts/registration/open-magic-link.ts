import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { verifyMagicLogin as contract } from '@kaiwa/contract/magic-links.ts'
import type { Handler } from '../../platform/http/route.ts'
import { confirmAddress } from './confirm-address.ts'
import { forgetMails } from '../email/mail-limits.ts'
import { signIn } from '../sessions/sign-in.ts'

/** The link of a mail signs its reader in, until the browser closes. One that registers is opened alike. */
export const openMagicLink: Handler<typeof contract> = ({ query }, context) => {
  const { app } = context
  return signIn(context, async (trx) => {
    const { id } = await confirmAddress(app, trx, 'magic-link', query)
    await forgetMails(app.db, 'magic-link', id, LIMITS.magicLinkMinutes)
    return { userId: id, remember: false }
  })
}
