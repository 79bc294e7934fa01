// A browser in which somebody has signed in is known for their account by a cookie. It opens nothing. It only tells the
// owner from the strangers who guess at the account: they do not use up the owner's guesses, nor the owner's turn.
import { createHmac, randomBytes } from 'node:crypto'
import { cookieFlags, cookieName } from '../../platform/http/cookies.ts'
import type { Context } from '../../platform/http/route.ts'
import { isSame } from '../../platform/realtime/signature.ts'

const NAME = 'kaiwa_device'
const YEAR_SECONDS = 365 * 24 * 60 * 60

type Reached = Pick<Context, 'app' | 'request'>

const sealOf = (secret: string, userId: number, id: string): string =>
  createHmac('sha256', secret).update(`device:${userId}:${id}`).digest('base64url')

/** The id of the caller's browser where it is known for this user; null for everybody else. */
export const knownDevice = ({ app, request }: Reached, userId: number | undefined): string | null => {
  const [id = '', seal = ''] = (request.cookies[cookieName(app.config, NAME)] ?? '').split('.')
  return userId !== undefined && id && isSame(seal, sealOf(app.config.secret, userId, id)) ? id : null
}

/** Makes the caller's browser known for the user who has just signed in. */
export const giveDevice = (context: Reached & Pick<Context, 'reply'>, userId: number): void => {
  if (knownDevice(context, userId) !== null) return
  const { config } = context.app
  const id = randomBytes(16).toString('base64url')
  void context.reply.setCookie(cookieName(config, NAME), `${id}.${sealOf(config.secret, userId, id)}`, {
    ...cookieFlags(config),
    maxAge: YEAR_SECONDS,
  })
}
