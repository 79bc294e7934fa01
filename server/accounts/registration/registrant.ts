// Cookie of the browser in which an account was registered. It grants no access. If the verification mail is opened in
// another browser, another person may have chosen the password (docs/decisions/0044-whose-password.md).
import { createHmac } from 'node:crypto'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { isSame } from '../../platform/realtime/pusher-signature.ts'

const COOKIE = 'kaiwa_registrant'

/** An unverified user with the hash of the chosen password. */
interface Registration {
  id: number
  password_hash: string | null
}

// Another registration of the address changes the password and thereby invalidates the signature.
function signatureOf(secret: string, { id, password_hash }: Registration): string {
  return createHmac('sha256', secret).update(`registrant:${id}:${password_hash}`).digest('base64url')
}

/** Whether the password of the unverified user was chosen in the caller's browser. */
export function isRegistrant({ app, request }: Pick<Context, 'app' | 'request'>, user: Registration): boolean {
  return isSame(request.cookies[cookieName(app.config, COOKIE)] ?? '', signatureOf(app.config.secret, user))
}

/** Marks the caller's browser as the one in which the password was chosen. Call it after the commit. */
export function setRegistrantCookie({ app, reply }: Pick<Context, 'app' | 'reply'>, user: Registration): void {
  void reply.setCookie(cookieName(app.config, COOKIE), signatureOf(app.config.secret, user), {
    ...cookieFlags(app.config),
    maxAge: LIMITS.verificationHours * 3600,
  })
}

export function clearRegistrantCookie({ app, reply }: Pick<Context, 'app' | 'reply'>): void {
  void reply.clearCookie(cookieName(app.config, COOKIE), cookieFlags(app.config))
}
