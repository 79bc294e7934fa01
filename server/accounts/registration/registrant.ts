// The browser in which somebody registered is known by a cookie. It opens nothing. It only tells whoever chose a password
// from the owner of the address, who opens the mail: they may be two people (docs/decisions/0044-whose-password.md).
import { createHmac } from 'node:crypto'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { isSame } from '../../platform/realtime/signature.ts'

const NAME = 'kaiwa_registrant'

/** Who waits for verification, with the password that was chosen. */
type Registration = { id: number; password_hash: string | null }

// Whoever registers the address anew chooses another password, and this seal is broken.
const sealOf = (secret: string, { id, password_hash }: Registration): string =>
  createHmac('sha256', secret).update(`registrant:${id}:${password_hash}`).digest('base64url')

/** Whether the password that waits was chosen in the caller's browser. */
export const isRegistrant = ({ app, request }: Pick<Context, 'app' | 'request'>, user: Registration): boolean =>
  isSame(request.cookies[cookieName(app.config, NAME)] ?? '', sealOf(app.config.secret, user))

/** Makes the caller's browser known as the one that chose the password. Call after the commit. */
export const giveRegistrant = ({ app, reply }: Pick<Context, 'app' | 'reply'>, user: Registration): void => {
  void reply.setCookie(cookieName(app.config, NAME), sealOf(app.config.secret, user), {
    ...cookieFlags(app.config),
    maxAge: LIMITS.verificationHours * 3600,
  })
}

export const takeRegistrant = ({ app, reply }: Pick<Context, 'app' | 'reply'>): void => {
  void reply.clearCookie(cookieName(app.config, NAME), cookieFlags(app.config))
}
