import type { takeSecondStep as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockUser } from '../lock-user.ts'
import { signIn } from '../sessions/sign-in.ts'
import { findUser } from '../store/users.ts'
import { hashToken } from '../tokens.ts'
import { checkCode, consumeCode } from './check-code.ts'
import { readTicket, clearTicketCookie } from './sign-in-ticket.ts'
import { findTicket, consumeTicket } from '../store/two-factor.ts'

/** A correct code consumes ticket and code and creates the session. A wrong code does not consume the ticket. */
export const takeSecondStep: Handler<typeof contract> = async ({ body }, context) => {
  const { app } = context
  const invalidTicket = new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  const ticket = await findTicket(app.db, hashToken(readTicket(context, body.ticket)))
  if (!ticket) throw invalidTicket
  const user = await findUser(app.db, ticket.user_id)
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  const code = await checkCode(context, user, body.code)
  const session = await signIn(context, async (trx) => {
    // A password change deletes the tickets and the sessions under this lock: it sees the ticket or the new session.
    await lockUser(trx, user.id)
    if (!(await consumeTicket(trx, ticket.id))) throw invalidTicket
    await consumeCode(context, trx, user, code)
    return { userId: user.id, remember: ticket.remember, hasPassedSecondStep: true }
  })
  clearTicketCookie(context)
  return session
}
