import type { takeSecondStep as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockUser } from '../lock-user.ts'
import { signIn } from '../sessions/sign-in.ts'
import { findUser } from '../store.ts'
import { hashToken } from '../tokens.ts'
import { judgeCode, takeCode } from './take-code.ts'
import { shownTicket, takeTicketCookie } from './ticket.ts'
import { findTicket, takeTicket } from './two-factor-store.ts'

/** A wrong code leaves the ticket as it is; a right one uses both up and opens the session. */
export const takeSecondStep: Handler<typeof contract> = async ({ body }, context) => {
  const { app } = context
  const dead = new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  const ticket = await findTicket(app.db, hashToken(shownTicket(context, body.ticket)))
  if (!ticket) throw dead
  const user = await findUser(app.db, ticket.user_id)
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  const code = await judgeCode(context, user, body.code)
  const session = await signIn(context, async (trx) => {
    // A password change deletes the tickets and the sessions under this lock: it sees the ticket or the new session.
    await lockUser(trx, user.id)
    if (!(await takeTicket(trx, ticket.id))) throw dead
    await takeCode(context, trx, user, code)
    return { userId: user.id, remember: ticket.remember, hasTakenSecondStep: true }
  })
  takeTicketCookie(context)
  return session
}
