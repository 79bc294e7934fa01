import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/events/publish.ts'
import { SESSION_COOKIE } from '../../platform/http/actor.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { deleteSession, insertSession, replaceSessionToken } from '../store.ts'
import { hashToken, newToken } from '../tokens.ts'

// The server ends sessions sooner; the cookie only has to outlive them.
const REMEMBERED_SECONDS = 90 * 24 * 60 * 60

/** A new session. Whatever session the caller came with ends, so that nobody can plant one. Give its cookie after the commit. */
export const openSession = async (
  trx: Trx,
  { actor, request }: Pick<Context, 'actor' | 'request'>,
  { userId, remember }: { userId: number; remember: boolean },
): Promise<{ token: string; sessionId: number }> => {
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

/** Remembered sessions survive the browser's closing, others do not. */
export const giveCookie = (context: Pick<Context, 'app' | 'reply'>, token: string, remember: boolean): void => {
  void context.reply.setCookie(cookieName(context.app.config, SESSION_COOKIE), token, {
    ...cookieFlags(context.app.config),
    ...(remember ? { maxAge: REMEMBERED_SECONDS } : {}),
  })
}

/**
 * The session goes on under a new token: whoever had got hold of the old one is out, with the sockets and media addresses
 * that they opened by it. Hand it over after the commit.
 */
export const renewSession = async (trx: Trx, sessionId: number) => {
  const token = newToken()
  const { user_id: userId, remember } = await replaceSessionToken(trx, sessionId, hashToken(token))
  await publish(trx, { type: 'access.changed', data: { user_ids: [userId] } })
  return { token, remember }
}

/** Gives a browser the cookie of its renewed session; what came with a bearer token is told the new one by the answer. */
export const handOver = (
  context: Pick<Context, 'app' | 'request' | 'reply'>,
  renewed: Awaited<ReturnType<typeof renewSession>> | null,
): { success: true; token: string | null } => {
  if (renewed && bearerOf(context.request.headers) === null) giveCookie(context, renewed.token, renewed.remember)
  return { success: true, token: renewed && bearerOf(context.request.headers) !== null ? renewed.token : null }
}

export const takeCookie = (context: Pick<Context, 'app' | 'reply'>): void => {
  void context.reply.clearCookie(cookieName(context.app.config, SESSION_COOKIE), cookieFlags(context.app.config))
}
