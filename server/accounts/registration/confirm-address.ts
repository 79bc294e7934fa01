import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { giveWorkspace } from './give-workspace.ts'
import { findUser, forgetUnprovenPassword, markVerified } from '../store.ts'
import { type Purpose, spendToken } from '../token-store.ts'
import { hashToken } from '../tokens.ts'

type Link = { token: string; email?: string | undefined }

const dead = (): Refusal => new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')

type UserRow = Awaited<ReturnType<typeof findUser>>

/**
 * Uses up the link of a mail. Whoever opens it owns the address: it counts as verified, and its user gets the workspace of
 * the signup plan. A password from before that is kept only for whom `choseIt` says to have chosen it. Returns the user;
 * what it refuses is not used up, since the caller's transaction ends with it.
 */
export const confirmAddress = async (
  app: App,
  trx: Trx,
  purpose: Purpose,
  { token, email }: Link,
  choseIt: (user: UserRow) => boolean = () => false,
) => {
  const userId = await spendToken(trx, purpose, hashToken(token))
  if (userId === undefined) throw dead()
  const isForgotten = !choseIt(await findUser(trx, userId)) && (await forgetUnprovenPassword(trx, userId))
  const user = await markVerified(trx, userId)
  if (email !== undefined && email.toLowerCase() !== user.email.toLowerCase()) throw dead()
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  await giveWorkspace(app, trx, user)
  return { ...user, isForgotten }
}
