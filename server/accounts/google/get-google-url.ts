import type { getGoogleUrl as contract } from '@kaiwa/contract/google.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { beginAttempt } from './login-attempt.ts'
import { authorizationUrl } from './provider.ts'
import { redirectUri } from './login-attempt.ts'

/** A companion app may have no cookies and gets the token of the attempt. A script in a browser does not. */
export const getGoogleUrl: Handler<typeof contract> = async ({ query }, context) => {
  if (!context.app.config.google) throw new Refusal('E_NOT_FOUND')
  const isApp = query.is_app
  const { token, attempt } = await beginAttempt(context, isApp)
  return {
    url: await authorizationUrl(context.app, redirectUri(context, attempt), attempt),
    attempt: isApp ? token : null,
  }
}
