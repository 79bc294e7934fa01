// Tickets prove the first step of a sign-in with two-factor; a session is created after the second step only. A browser
// holds the ticket in a cookie. A client without cookies reads it from the error response.
import type { Trx } from '../../platform/database/database.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken, newToken } from '../tokens.ts'
import { insertTicket, TICKET_MINUTES } from '../store/two-factor.ts'

const COOKIE = 'kaiwa_ticket'

/** Returns the token of a new ticket. Runs in the transaction that consumes the proof of the first step. */
export async function issueTicket(trx: Trx, user: { userId: number; remember: boolean }): Promise<string> {
  const token = newToken()
  await insertTicket(trx, { ...user, hash: hashToken(token) })
  return token
}

/** Sets the ticket cookie and returns the error that answers the first step. Call it after the commit. */
export function requireSecondStep({ app, reply }: Pick<Context, 'app' | 'reply'>, ticket: string): Refusal {
  void reply.setCookie(cookieName(app.config, COOKIE), ticket, {
    ...cookieFlags(app.config),
    maxAge: TICKET_MINUTES * 60,
  })
  return new Refusal('AUTH_SECOND_STEP_REQUIRED', { ticket })
}

/** The ticket of a request. The body has priority over the cookie. */
export function readTicket({ app, request }: Pick<Context, 'app' | 'request'>, fromBody: string | undefined): string {
  return fromBody ?? request.cookies[cookieName(app.config, COOKIE)] ?? ''
}

export function clearTicketCookie({ app, reply }: Pick<Context, 'app' | 'reply'>): void {
  void reply.clearCookie(cookieName(app.config, COOKIE), cookieFlags(app.config))
}
