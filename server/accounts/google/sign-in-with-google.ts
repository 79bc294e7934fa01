import type {
  signInWithGoogleCode as codeContract,
  signInWithGoogleToken as tokenContract,
} from '@kaiwa/contract/google.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { preferredLocale } from '../registration/register.ts'
import { signIn } from '../sessions/sign-in.ts'
import { endAttempt } from './attempt.ts'
import type { Identity } from './identity.ts'
import { identityOfCode, identityOfToken } from './provider.ts'
import { redirectOf } from './redirect-of.ts'
import { userOfIdentity } from './user-of-identity.ts'

const signInAs = (context: Context<'public'>, identity: Identity) => {
  const { app, request } = context
  const way = {
    locale: preferredLocale(request.headers['accept-language']),
    origin: publicAddress(context),
    provider: app.config.google?.name ?? 'Google',
  }
  return signIn(context, async (trx) => {
    const { id } = await userOfIdentity(app, trx, identity, way)
    return { userId: id, remember: false }
  })
}

/** An answer of the provider works once, in the browser or app that asked for it. */
export const signInWithGoogleCode: Handler<typeof codeContract> = async ({ body }, context) => {
  const attempt = await endAttempt(context, body)
  return signInAs(context, await identityOfCode(context.app, redirectOf(context, attempt), body, attempt))
}

export const signInWithGoogleToken: Handler<typeof tokenContract> = async ({ body }, context) =>
  signInAs(context, await identityOfToken(context.app, body.access_token))
