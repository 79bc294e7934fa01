import type {
  signInWithGoogleCode as codeContract,
  signInWithGoogleToken as tokenContract,
} from '@kaiwa/contract/google.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'
import { signIn } from '../sessions/sign-in.ts'
import { endAttempt } from './login-attempt.ts'
import type { Identity } from './identity.ts'
import { fetchIdentityByCode, fetchIdentityByToken } from './provider.ts'
import { redirectUri } from './login-attempt.ts'
import { findOrCreateUser } from './find-or-create-user.ts'

function signInAs(context: Context<'public'>, identity: Identity) {
  const { app, request } = context
  const details = {
    locale: preferredLocale(request.headers['accept-language']),
    origin: publicAddress(context),
    provider: app.config.google?.name ?? 'Google',
  }
  return signIn(context, async (trx) => {
    const { id } = await findOrCreateUser(app, trx, identity, details)
    return { userId: id, remember: false }
  })
}

/** An answer of the provider is accepted once, from the browser or app that started the attempt. */
export const signInWithGoogleCode: Handler<typeof codeContract> = async ({ body }, context) => {
  const attempt = await endAttempt(context, body)
  return signInAs(context, await fetchIdentityByCode(context.app, redirectUri(context, attempt), body, attempt))
}

export const signInWithGoogleToken: Handler<typeof tokenContract> = async ({ body }, context) =>
  signInAs(context, await fetchIdentityByToken(context.app, body.access_token))
