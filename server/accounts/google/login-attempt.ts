// A sign-in attempt is bound to the browser that started it. The browser holds a token; state, nonce and the PKCE verifier
// are derived from it. So the database alone cannot complete a sign-in, and a code from another browser is refused.
import { createHmac, randomUUID } from 'node:crypto'
import { publicAddress } from '../../platform/http/addresses.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSame } from '../../platform/realtime/pusher-signature.ts'
import { hashToken, newToken } from '../tokens.ts'
import { deleteAttempt, findAttempts, insertAttempt } from '../store/identities.ts'

const COOKIE = 'kaiwa_google'
/** Time to sign in at the provider, including its second factor. */
const ATTEMPT_MINUTES = 10

type RequestContext = Pick<Context, 'app' | 'request'>

/** The values that are sent to the provider and compared with its answer. */
export interface Attempt {
  isApp: boolean
  state: string
  nonce: string
  verifier: string
}

function derive(token: string, use: string, id: string): string {
  return createHmac('sha256', token).update(`${use}:${id}`).digest('base64url')
}

function attemptOf(token: string, { id, is_app }: { id: string; is_app: boolean }): Attempt {
  return {
    isApp: is_app,
    state: derive(token, 'state', id),
    nonce: derive(token, 'nonce', id),
    verifier: derive(token, 'verifier', id),
  }
}

function tokenOf({ app, request }: RequestContext): string | undefined {
  return request.cookies[cookieName(app.config, COOKIE)] || undefined
}

/** Starts an attempt. Several tabs of one browser can have an attempt each. */
export async function beginAttempt(context: Context<'public'>, isApp: boolean) {
  const { app, reply } = context
  const token = tokenOf(context) ?? newToken()
  const row = { id: randomUUID(), is_app: isApp }
  await insertAttempt(app.db, { ...row, browserHash: hashToken(token), minutes: ATTEMPT_MINUTES })
  void reply.setCookie(cookieName(app.config, COOKIE), token, {
    ...cookieFlags(app.config),
    maxAge: ATTEMPT_MINUTES * 60,
  })
  return { token, attempt: attemptOf(token, row) }
}

interface ProviderAnswer {
  state?: string | undefined
  attempt?: string | undefined
}

/**
 * Deletes the attempt that matches the answer and returns it, to exactly one caller. An answer without a state belongs to
 * the latest attempt of the companion app; its verifier and nonce still bind the code. Refuses an answer that this browser
 * did not request.
 */
export async function endAttempt(context: Context<'public'>, answer: ProviderAnswer): Promise<Attempt> {
  const token = answer.attempt ?? tokenOf(context)
  const rows = token === undefined ? [] : await findAttempts(context.app.db, hashToken(token))
  for (const row of rows) {
    const attempt = attemptOf(token ?? '', row)
    const isMatch = answer.state === undefined ? attempt.isApp : isSame(answer.state, attempt.state)
    if (isMatch && (await deleteAttempt(context.app.db, row.id))) return attempt
  }
  throw new Refusal('AUTH_INVALID_CREDENTIALS')
}

/**
 * The redirect URI of an attempt: a page of the application, or for the companion app a page that opens the app. Normalised
 * by `URL`, because the provider compares it as a string with the one of the token request.
 */
export function redirectUri(context: RequestContext, { isApp }: { isApp: boolean }): string {
  return new URL(`${publicAddress(context)}/login/google/${isApp ? 'app' : 'callback'}`).href
}
