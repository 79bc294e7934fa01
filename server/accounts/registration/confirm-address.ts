import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ensureWorkspace } from './ensure-workspace.ts'
import { findUser, clearUnverifiedPassword, markVerified, type UserRow } from '../store/users.ts'
import { type TokenPurpose, consumeToken } from '../store/account-tokens.ts'
import { hashToken } from '../tokens.ts'

interface Link {
  token: string
  email?: string | undefined
}

function invalidLink(): Refusal {
  return new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
}

/**
 * Consumes a mailed link. Opening it proves access to the mailbox, so the address becomes verified and the user gets a
 * workspace of the signup plan. A password that was set before the verification is deleted unless `mayKeepPassword` returns
 * true. A refusal rolls back the caller's transaction, so the link stays valid.
 */
export async function confirmAddress(
  app: App,
  trx: Trx,
  purpose: TokenPurpose,
  { token, email }: Link,
  mayKeepPassword: (user: UserRow) => boolean = () => false,
) {
  const userId = await consumeToken(trx, purpose, hashToken(token))
  if (userId === undefined) throw invalidLink()
  const isPasswordCleared =
    !mayKeepPassword(await findUser(trx, userId)) && (await clearUnverifiedPassword(trx, userId))
  const user = await markVerified(trx, userId)
  if (email !== undefined && email.toLowerCase() !== user.email.toLowerCase()) throw invalidLink()
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  await ensureWorkspace(app, trx, user)
  return { ...user, isPasswordCleared }
}
