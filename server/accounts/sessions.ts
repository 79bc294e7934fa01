import type { Trx } from '../platform/database/database.ts'
import { SESSION_COOKIE } from '../platform/http/actor.ts'
import type { Context } from '../platform/http/route.ts'
import { deleteSession, insertSession } from './store.ts'
import { hashToken, newToken } from './tokens.ts'

// The server ends sessions sooner; the cookie only has to outlive them.
const REMEMBERED_SECONDS = 90 * 24 * 60 * 60

const cookieOf = (context: Pick<Context, 'app'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: context.app.config.mode === 'server' }) as const

/** A new session. Whatever session the caller came with ends, so that nobody can plant one. Give its cookie after the commit. */
export const openSession = async (
  trx: Trx,
  { actor, request }: Pick<Context, 'actor' | 'request'>,
  { userId, remember }: { userId: number; remember: boolean },
): Promise<{ token: string; sessionId: number }> => {
  if (actor) await deleteSession(trx, actor.sessionId)
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
  void context.reply.setCookie(SESSION_COOKIE, token, {
    ...cookieOf(context),
    ...(remember ? { maxAge: REMEMBERED_SECONDS } : {}),
  })
}

export const takeCookie = (context: Pick<Context, 'app' | 'reply'>): void => {
  void context.reply.clearCookie(SESSION_COOKIE, cookieOf(context))
}
