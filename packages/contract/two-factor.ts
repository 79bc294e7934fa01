import * as z from 'zod'
import { loginPassword, session } from './accounts.ts'
import { instant } from './fields.ts'
import { operation } from './operation.ts'
import { passwordChanged } from './password-links.ts'

/** A code of an authenticator app or a recovery code, however it was typed (see `codes.ts`). */
const code = z.string().trim().min(1).max(100)

/**
 * The second step of signing in. Any way of signing in answers AUTH_SECOND_STEP_REQUIRED `{ticket}` to somebody who has
 * two-factor on; a browser's cookie carries the ticket too. It lives 10 minutes.
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

/** Whether the caller has two-factor on, since when, and how many recovery codes are left. */
export const getTwoFactor = operation({
  name: 'getTwoFactor',
  method: 'GET',
  path: '/profile/two-factor',
  access: 'session',
  response: z.object({ is_on: z.boolean(), since: instant.nullable(), recovery_codes_left: z.int() }),
})

/** Asked for again before what could take the account away, as with a change of address. */
const proof = { current_password: loginPassword.optional() }
const proves = {
  access: 'session',
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_FORBIDDEN', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'],
} as const

/** Offers a new secret, in base32 and as the address that an authenticator app scans. Nothing is on before it is confirmed. */
export const startTwoFactor = operation({
  ...proves,
  name: 'startTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/start',
  body: z.object(proof),
  response: z.object({ secret: z.string(), url: z.string() }),
  rateLimit: { max: 30, window: 3600, key: 'account' },
})

/** Shown this once. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Turns two-factor on by a code of the offered secret. Ends every other session, and the token of this one. */
export const confirmTwoFactor = operation({
  ...proves,
  name: 'confirmTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/confirm',
  body: z.object({ code }),
  rateLimit: { max: 60, window: 3600, key: 'account' },
  response: recoveryCodes.extend({ token: passwordChanged.shape.token }),
})

/** Turns two-factor off; ends the token of this session. */
export const endTwoFactor = operation({
  ...proves,
  name: 'endTwoFactor',
  method: 'POST',
  path: '/profile/two-factor/end',
  body: z.object({ ...proof, code }),
  response: passwordChanged,
})

/** Ten new recovery codes; those before are worth nothing. */
export const renewRecoveryCodes = operation({
  ...proves,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/profile/two-factor/recovery-codes',
  body: z.object({ ...proof, code }),
  response: recoveryCodes,
})
