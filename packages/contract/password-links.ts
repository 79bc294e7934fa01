import * as z from 'zod'
import { loginPassword, newPassword } from './accounts.ts'
import { email, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

/** Parameters of a mailed link; `expires` is in Unix seconds and only for display. */
const link = z.object({
  token: z.string().min(1).max(200),
  email: z.string().max(LIMITS.emailLength).optional(),
  expires: z.string().max(20).optional(),
  is_set_password: z.literal('1').optional(),
})

/** `token`: the caller's new bearer token; null if a cookie contains it, or if the caller was not signed in. */
export const passwordChanged = success.extend({ token: z.string().nullable() })

/** Mails a link with which the owner of the address sets a new password. */
export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/reset-password',
  access: 'public',
  body: z.object({ email }),
  response: success,
  status: 200,
  errors: ['AUTH_EMAIL_NOT_FOUND', 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED'],
  // The operation limits requests for one account per client, so that no client can lock out its owner.
  rateLimit: { max: 100, window: 3600, key: 'ip', code: 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED' },
})

/** Opens the link: sets the password and ends all other sessions of the account. */
export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: '/reset-password/change',
  access: 'public',
  query: link,
  body: z
    .object({ password: newPassword, password_confirmation: loginPassword })
    .refine((body) => body.password === body.password_confirmation, {
      path: ['password_confirmation'],
      params: { code: 'mismatch' },
    }),
  response: passwordChanged,
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'AUTH_RESET_PASSWORD_INVALID_TOKEN', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
})
