import type { verifyAccount as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../platform/http/route.ts'
import { confirmAddress } from './confirm-address.ts'
import { signIn } from './sign-in.ts'

/** The link of the verification mail: works once, and signs its reader in until the browser closes. */
export const verifyAccount: Handler<typeof contract> = ({ query }, context) =>
  signIn(context, async (trx) => {
    const { id } = await confirmAddress(context.app, trx, 'verify-account', query)
    return { userId: id, remember: false }
  })
