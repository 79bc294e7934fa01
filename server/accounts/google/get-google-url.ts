import type { getGoogleUrl as contract } from '@kaiwa/contract/google.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { beginAttempt } from './attempt.ts'
import { providerUrl } from './provider.ts'
import { redirectOf } from './redirect-of.ts'

/** A client without cookies is told its attempt; a browser's script is not. */
export const getGoogleUrl: Handler<typeof contract> = async ({ query }, context) => {
  if (!context.app.config.google) throw new Refusal('E_NOT_FOUND')
  const isApp = query.is_app
  const { token, attempt } = await beginAttempt(context, isApp)
  return {
    url: await providerUrl(context.app, redirectOf(context, attempt), attempt),
    attempt: isApp ? token : null,
  }
}
