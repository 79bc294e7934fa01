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
 * Where to sign in with Google (or another OpenID Connect provider): an address to be opened by this browser, or, with
 * `is_app`, outside of the desktop app. The way back is bound to the caller by a cookie; a client that keeps no cookies
 * shows `attempt` instead. E_NOT_FOUND where no provider is configured.
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

/** Signs in by what the provider gave along on the way back. `state` may be missing only where the desktop app asks. */
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

/** Signs in by an access token that the provider gave to this client; one that is another client's is refused. */
export const signInWithGoogleToken = operation({
  ...signsIn,
  name: 'signInWithGoogleToken',
  path: '/auth/google/callback',
  body: z.object({ access_token: z.string().min(1).max(8_000) }),
})
