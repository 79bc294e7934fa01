import * as z from 'zod'
import { loginPassword, session } from './accounts.ts'
import { instant } from './fields.ts'
import { operation } from './operation.ts'
import { passwordChanged } from './password-links.ts'

/** A code of an authenticator app or a recovery code, in any spelling (see `codes.ts`). */
const code = z.string().trim().min(1).max(100)

/**
 * The second step of signing in. Every kind of sign-in answers AUTH_SECOND_STEP_REQUIRED `{ticket}` for a user with
 * two-factor authentication; in a browser a cookie also contains the ticket, which is valid for 10 minutes.
 */
export const takeSecondStep = operation({
  name: 'takeSecondStep',
  method: 'POST',
  path: '/auth/second-step',
  access: 'public',
  body: z.object({ code, ticket: z.string().max(200).optional() }),
  response: session,
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'AUTH_RESET_PASSWORD_INVALID_TOKEN', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 300, window: 300, key: 'ip' },
})

/** Whether the caller has two-factor authentication, since when, and how many recovery codes are left. */
export const getTwoFactor = operation({
  name: 'getTwoFactor',
  method: 'GET',
  path: '/profile/two-factor',
  access: 'session',
  response: z.object({ is_on: z.boolean(), since: instant.nullable(), recovery_codes_left: z.int() }),
})

/** Required again before changes that could take over the account, as for a change of address. */
const proof = { current_password: loginPassword.optional() }
const proves = {
  access: 'session',
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_FORBIDDEN', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'],
} as const

/**
 * Offers a new secret, in base32 and as the address for an authenticator app. It is not active before it is confirmed.
 */
export const startTwoFactor = operation({
  ...proves,
  name: 'startTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/start',
  body: z.object(proof),
  response: z.object({ secret: z.string(), url: z.string() }),
  rateLimit: { max: 30, window: 3600, key: 'account' },
})

/** Shown only once. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/**
 * Activates two-factor authentication with a code of the offered secret. Ends all other sessions and replaces the token
 * of this one.
 */
export const confirmTwoFactor = operation({
  ...proves,
  name: 'confirmTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/confirm',
  body: z.object({ code }),
  rateLimit: { max: 60, window: 3600, key: 'account' },
  response: recoveryCodes.extend({ token: passwordChanged.shape.token }),
})

/** Deactivates two-factor authentication and replaces the token of this session. */
export const endTwoFactor = operation({
  ...proves,
  name: 'endTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/end',
  body: z.object({ ...proof, code }),
  response: passwordChanged,
})

/** Creates ten new recovery codes; the previous ones become invalid. */
export const renewRecoveryCodes = operation({
  ...proves,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/profile/two-factor/recovery-codes',
  body: z.object({ ...proof, code }),
  response: recoveryCodes,
})
