import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { proveAgain } from '../passwords/prove-again.ts'
import { findUser } from '../store.ts'
import { judgeCode } from './take-code.ts'
import { hasTwoFactor } from './two-factor-store.ts'

/** Before a change of the second step itself: both steps again, the code judged but not yet taken. */
export const proveWithCode = async (
  context: Context<'session'>,
  proof: { current_password?: string | undefined; code: string },
) => {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  if (!(await hasTwoFactor(app.db, user.id))) throw new Refusal('E_CONFLICT')
  await proveAgain(context, user, proof.current_password)
  return { user, code: await judgeCode(context, user, proof.code) }
}
