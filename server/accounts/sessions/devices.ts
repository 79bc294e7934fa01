// A cookie marks a browser as known for an account after a sign-in. It grants no access. Known browsers have their own limit
// of password guesses and priority in the password queue, so that an attacker cannot lock the owner out.
import { createHmac, randomBytes } from 'node:crypto'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { isSame } from '../../platform/realtime/pusher-signature.ts'

const COOKIE = 'kaiwa_device'
const YEAR_SECONDS = 365 * 24 * 60 * 60

type RequestContext = Pick<Context, 'app' | 'request'>

function signatureOf(secret: string, userId: number, id: string): string {
  return createHmac('sha256', secret).update(`device:${userId}:${id}`).digest('base64url')
}

/** The id of the caller's browser if it is known for this user, otherwise null. */
export function knownDevice({ app, request }: RequestContext, userId: number | undefined): string | null {
  const [id = '', signature = ''] = (request.cookies[cookieName(app.config, COOKIE)] ?? '').split('.')
  return userId !== undefined && id && isSame(signature, signatureOf(app.config.secret, userId, id)) ? id : null
}

/** Marks the caller's browser as known for this user. Call it after a sign-in. */
export function setDeviceCookie(context: RequestContext & Pick<Context, 'reply'>, userId: number): void {
  if (knownDevice(context, userId) !== null) return
  const { config } = context.app
  const id = randomBytes(16).toString('base64url')
  void context.reply.setCookie(cookieName(config, COOKIE), `${id}.${signatureOf(config.secret, userId, id)}`, {
    ...cookieFlags(config),
    maxAge: YEAR_SECONDS,
  })
}
