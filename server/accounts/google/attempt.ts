// The way to the provider and back belongs to the browser that began it. That browser holds a token; state, nonce and the
// PKCE verifier are derived from it, so that what the database holds finishes no sign-in, and a code that somebody else
// obtained is worth nothing here.
import { createHmac, randomUUID } from 'node:crypto'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSame } from '../../platform/realtime/signature.ts'
import { hashToken, newToken } from '../tokens.ts'
import { deleteAttempt, findAttempts, insertAttempt } from './google-store.ts'

const COOKIE = 'kaiwa_google'
/** For signing in at the provider, second step there included. */
const MINUTES = 10

type Reached = Pick<Context, 'app' | 'request'>

/** What the provider is told, or told again. */
export type Attempt = { isApp: boolean; state: string; nonce: string; verifier: string }

const derive = (token: string, use: string, id: string): string =>
  createHmac('sha256', token).update(`${use}:${id}`).digest('base64url')

const attemptOf = (token: string, { id, is_app }: { id: string; is_app: boolean }): Attempt => ({
  isApp: is_app,
  state: derive(token, 'state', id),
  nonce: derive(token, 'nonce', id),
  verifier: derive(token, 'verifier', id),
})

const tokenOf = ({ app, request }: Reached): string | undefined =>
  request.cookies[cookieName(app.config, COOKIE)] || undefined

/** Begins a way to the provider. Two tabs of one browser do not disturb each other. */
export const beginAttempt = async (context: Context<'public'>, isApp: boolean) => {
  const { app, reply } = context
  const token = tokenOf(context) ?? newToken()
  const row = { id: randomUUID(), is_app: isApp }
  await insertAttempt(app.db, { ...row, browserHash: hashToken(token), minutes: MINUTES })
  void reply.setCookie(cookieName(app.config, COOKIE), token, { ...cookieFlags(app.config), maxAge: MINUTES * 60 })
  return { token, attempt: attemptOf(token, row) }
}

type Answer = { state?: string | undefined; attempt?: string | undefined }

/**
 * Ends the attempt that the answer belongs to, for exactly one caller. Without a state it is the latest of the desktop
 * app's, whose verifier and nonce still hold the code to it. Refuses an answer that this browser did not ask for.
 */
export const endAttempt = async (context: Context<'public'>, answer: Answer): Promise<Attempt> => {
  const token = answer.attempt ?? tokenOf(context)
  const rows = token === undefined ? [] : await findAttempts(context.app.db, hashToken(token))
  for (const row of rows) {
    const attempt = attemptOf(token ?? '', row)
    const isMeant = answer.state === undefined ? attempt.isApp : isSame(answer.state, attempt.state)
    if (isMeant && (await deleteAttempt(context.app.db, row.id))) return attempt
  }
  throw new Refusal('AUTH_INVALID_CREDENTIALS')
}
