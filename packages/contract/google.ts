import * as z from 'zod'
import { session } from './accounts.ts'
import { flag } from './fields.ts'
import { operation } from './operation.ts'

const signsIn = {
  method: 'POST',
  access: 'public',
  response: session,
  status: 200,
  errors: [
    'AUTH_INVALID_CREDENTIALS',
    'AUTH_SECOND_STEP_REQUIRED',
    'E_EMAIL_NOT_VERIFIED',
    'E_USER_DISABLED',
    'E_NOT_FOUND',
    'E_UNAVAILABLE',
    'E_TOO_MANY_REQUESTS',
  ],
  rateLimit: { max: 100, window: 300, key: 'ip' },
} as const

/**
 * Returns the address for signing in with Google (or another OpenID Connect provider), to be opened in this browser, or
 * with `is_app` in the system browser by the companion app. The callback is bound to the caller by a cookie; a client
 * without cookies sends `attempt` instead. E_NOT_FOUND if no provider is configured.
 */
export const getGoogleUrl = operation({
  name: 'getGoogleUrl',
  method: 'GET',
  path: '/auth/google/url',
  access: 'public',
  isChange: true,
  query: z.object({ is_app: flag(true) }),
  response: z.object({ url: z.string(), attempt: z.string().nullable() }),
  errors: ['E_NOT_FOUND', 'E_UNAVAILABLE', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
})

/** Signs in with the code from the provider's callback. `state` is optional only for the companion app. */
export const signInWithGoogleCode = operation({
  ...signsIn,
  name: 'signInWithGoogleCode',
  path: '/auth/google/code',
  body: z.object({
    code: z.string().min(1).max(4_000),
    state: z.string().max(200).optional(),
    iss: z.string().max(1_000).optional(),
    attempt: z.string().max(200).optional(),
  }),
})

/**
 * Signs in with an access token that the provider issued for this client; a token issued for another client is refused.
 */
export const signInWithGoogleToken = operation({
  ...signsIn,
  name: 'signInWithGoogleToken',
  path: '/auth/google/callback',
  body: z.object({ access_token: z.string().min(1).max(8_000) }),
})
