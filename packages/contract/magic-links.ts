import * as z from 'zod'
import { register, registration, session } from './accounts.ts'
import { email, flag, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

/**
 * True if the companion app sends the request: the link then opens the app. Clients may send a boolean, a number or a
 * digit.
 */
const isApp = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'false', 'true'])])
  .default(false)
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

const request = { access: 'public', response: success, errors: ['E_TOO_MANY_REQUESTS'] } as const
// The operations themselves limit requests for one address per client.
const requestLimit = { max: 200, window: 3600, key: 'ip' } as const
const resent = z.object({ email, is_app: flag(false) })

const opening = {
  access: 'public',
  isChange: true,
  query: z.object({ token: z.string().min(1).max(200), email: z.string().max(LIMITS.emailLength).optional() }),
  response: session,
  errors: ['AUTH_RESET_PASSWORD_INVALID_TOKEN', 'AUTH_SECOND_STEP_REQUIRED', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
} as const

/** Mails a sign-in link. Response and response time are the same for every address. */
export const requestMagicLogin = operation({
  ...request,
  name: 'requestMagicLogin',
  method: 'POST',
  path: '/auth/login-magic',
  body: z.object({ email, is_app: isApp }),
  status: 200,
  rateLimit: requestLimit,
})

export const resendMagicLogin = operation({
  ...request,
  name: 'resendMagicLogin',
  method: 'GET',
  path: '/auth/login-magic/resend',
  isChange: true,
  query: resent,
  rateLimit: requestLimit,
})

/** Opens the link of the mail, which is valid once, for 15 minutes, and only if it is the latest one. */
export const verifyMagicLogin = operation({
  ...opening,
  name: 'verifyMagicLogin',
  method: 'GET',
  path: '/auth/login-magic/verify',
})

/** Registers without a password: the mailed link verifies the address and signs in. */
export const registerMagic = operation({
  name: 'registerMagic',
  method: 'POST',
  path: '/register-magic',
  access: 'public',
  body: registration.extend({ is_app: isApp }),
  response: register.response,
  status: 201,
  errors: register.errors,
  ...(register.rateLimit ? { rateLimit: register.rateLimit } : {}),
})

export const resendMagicRegistration = operation({
  ...request,
  name: 'resendMagicRegistration',
  method: 'GET',
  path: '/register-magic/resend',
  isChange: true,
  query: resent,
  rateLimit: requestLimit,
})

export const verifyMagicRegistration = operation({
  ...opening,
  name: 'verifyMagicRegistration',
  method: 'GET',
  path: '/register-magic/verify',
})
