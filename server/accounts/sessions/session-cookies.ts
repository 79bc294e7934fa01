import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { SESSION_COOKIE } from '../../platform/http/actor.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { deleteSession, insertSession, replaceSessionToken } from '../store/sessions.ts'
import { hashToken, newToken } from '../tokens.ts'

// Sessions expire on the server. The cookie must only live at least as long.
const REMEMBERED_SECONDS = 90 * 24 * 60 * 60

/** Creates a session and ends the one of the request, against session fixation. Set the cookie after the commit. */
export async function createSession(
  trx: Trx,
  { actor, request }: Pick<Context, 'actor' | 'request'>,
  { userId, remember }: { userId: number; remember: boolean },
): Promise<{ token: string; sessionId: number }> {
  if (actor) {
    await deleteSession(trx, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  }
  const token = newToken()
  const { id } = await insertSession(trx, {
    userId,
    remember,
    hash: hashToken(token),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: request.ip,
  })
  return { token, sessionId: id }
}

/** With `remember` the cookie persists after the browser closes. */
export function setSessionCookie(context: Pick<Context, 'app' | 'reply'>, token: string, remember: boolean): void {
  void context.reply.setCookie(cookieName(context.app.config, SESSION_COOKIE), token, {
    ...cookieFlags(context.app.config),
    ...(remember ? { maxAge: REMEMBERED_SECONDS } : {}),
  })
}

/**
 * Replaces the token of a session, which closes sockets and media URLs that were opened with the old one. Send the new token
 * with `sendRenewedSession` after the commit.
 */
export async function renewSession(trx: Trx, sessionId: number) {
  const token = newToken()
  const { user_id: userId, remember } = await replaceSessionToken(trx, sessionId, hashToken(token))
  await publish(trx, { type: 'access.changed', data: { user_ids: [userId] } })
  return { token, remember }
}

/** Sends the renewed token: to a browser as a cookie, to a client with a bearer token in the response body. */
export function sendRenewedSession(
  context: Pick<Context, 'app' | 'request' | 'reply'>,
  renewed: Awaited<ReturnType<typeof renewSession>> | null,
): { success: true; token: string | null } {
  if (renewed && bearerOf(context.request.headers) === null) setSessionCookie(context, renewed.token, renewed.remember)
  return { success: true, token: renewed && bearerOf(context.request.headers) !== null ? renewed.token : null }
}

export function clearSessionCookie(context: Pick<Context, 'app' | 'reply'>): void {
  void context.reply.clearCookie(cookieName(context.app.config, SESSION_COOKIE), cookieFlags(context.app.config))
}
