// Between the two steps of signing in there is no session, only a ticket: it says who has passed the first, and how. A
// browser carries it in a cookie; a client without cookies reads it in the refusal.
import type { Trx } from '../../platform/database/database.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../tokens.ts'
import { insertTicket, TICKET_MINUTES } from './two-factor-store.ts'

const COOKIE = 'kaiwa_ticket'

/** Gives the ticket out of its transaction, since what proved the first step is used up by it. */
export const issueTicket = async (trx: Trx, who: { userId: number; remember: boolean }): Promise<string> => {
  const token = newToken()
  await insertTicket(trx, { ...who, hash: hashToken(token) })
  return token
}

/** What the first step is answered with, after the commit. */
export const askSecondStep = ({ app, reply }: Pick<Context, 'app' | 'reply'>, ticket: string): Refusal => {
  void reply.setCookie(cookieName(app.config, COOKIE), ticket, {
    ...cookieFlags(app.config),
    maxAge: TICKET_MINUTES * 60,
  })
  return new Refusal('AUTH_SECOND_STEP_REQUIRED', { ticket })
}

/** The ticket that a caller shows; what is written in the body comes first. */
export const shownTicket = ({ app, request }: Pick<Context, 'app' | 'request'>, written: string | undefined): string =>
  written ?? request.cookies[cookieName(app.config, COOKIE)] ?? ''

export const takeTicketCookie = ({ app, reply }: Pick<Context, 'app' | 'reply'>): void => {
  void reply.clearCookie(cookieName(app.config, COOKIE), cookieFlags(app.config))
}
