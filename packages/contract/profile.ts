import * as z from 'zod'
import { loginPassword, newPassword, user } from './accounts.ts'
import { email, id, instant, person, personName, success } from './fields.ts'
import { AVATAR_TYPES } from './limits.ts'
import { operation } from './operation.ts'
import { passwordChanged } from './password-links.ts'
import { PICTURE_FORM_BYTES } from './picture-limits.ts'
import { roleId } from './role-assignment.ts'

export const updateProfile = operation({
  name: 'updateProfile',
  method: 'PUT',
  path: '/profile/update',
  access: 'session',
  body: z.object({ first_name: personName, last_name: personName }),
  response: z.object({ user }),
})

/** Changes the picture; the form has one part, `file` (jpg, jpeg, png, bmp, webp, under 10 MB). */
export const uploadAvatar = operation({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/profile/avatar',
  access: 'session',
  consumes: 'multipart',
  form: { file: { types: AVATAR_TYPES, isRequired: true } },
  bodyLimit: PICTURE_FORM_BYTES,
  response: z.object({ user }),
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 20, window: 600, key: 'account' },
})

/** Removes the picture; initials are shown instead. */
export const removeAvatar = operation({
  name: 'removeAvatar',
  method: 'DELETE',
  path: '/profile/avatar',
  access: 'session',
  response: z.object({ user }),
})

/** Records that the welcome screen was seen: sets `is_visited` to true. */
export const updateFirstVisited = operation({
  name: 'updateFirstVisited',
  method: 'PUT',
  path: '/profile/update-first-visited',
  access: 'session',
  response: z.object({ user }),
})

/** The members of the caller's workspace by name; a guest sees only themselves. */
export const listProfileMembers = operation({
  name: 'listProfileMembers',
  method: 'GET',
  path: '/profile/members',
  access: 'session',
  response: z.object({ data: z.array(person.extend({ email: z.string(), role_id: roleId })) }),
})

/**
 * Requires the current password; `password` is an alias of `new_password`. Ends all other sessions and replaces the
 * token of this one: a bearer client gets the new one in the response, a browser in its cookie.
 */
export const changePassword = operation({
  name: 'changePassword',
  method: 'PUT',
  path: '/profile/change-password',
  access: 'session',
  body: z
    .object({
      current_password: loginPassword,
      new_password: newPassword.optional(),
      password: newPassword.optional(),
    })
    .refine((body) => (body.new_password ?? body.password) !== undefined, {
      path: ['new_password'],
      params: { code: 'required' },
    }),
  response: passwordChanged,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
})

/** Mails the caller a link that sets a password, for accounts without one; `email` is their own address. */
export const requestPasswordSetting = operation({
  name: 'requestPasswordSetting',
  method: 'POST',
  path: '/profile/password/request',
  access: 'session',
  body: z.object({ email }),
  response: success,
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
})

export const openSession = z.object({
  id: z.int(),
  is_current: z.boolean(),
  user_agent: z.string(),
  address: z.string(),
  created_at: instant,
  last_seen_at: instant,
})
export type OpenSession = z.infer<typeof openSession>

/** The caller's sessions, most recently used first. */
export const listSessions = operation({
  name: 'listSessions',
  method: 'GET',
  path: '/profile/sessions',
  access: 'session',
  response: z.object({ data: z.array(openSession) }),
})

/** Ends one session of the caller; ending the current one signs out. */
export const endSession = operation({
  name: 'endSession',
  method: 'DELETE',
  path: '/profile/sessions/{id}',
  access: 'session',
  params: z.object({ id }),
  response: success,
  errors: ['E_NOT_FOUND'],
})

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = operation({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/profile/sessions',
  access: 'session',
  response: success,
})

/**
 * Mails a link to the new address. If the caller signed in more than 15 minutes ago, `current_password` is required, or
 * for accounts without a password a new sign-in (403, reason `sign-in-again`).
 */
export const requestEmailChange = operation({
  name: 'requestEmailChange',
  method: 'POST',
  path: '/profile/email/change',
  access: 'session',
  body: z.object({ new_email: email, current_password: loginPassword.optional() }),
  response: success,
  status: 200,
  errors: ['E_UNPROCESSABLE_ENTITY', 'E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 20, window: 3600, key: 'account' },
})

/** The address that waits for confirmation, until it is confirmed, canceled or long expired. */
export const getEmailChange = operation({
  name: 'getEmailChange',
  method: 'GET',
  path: '/profile/email/change',
  access: 'session',
  response: z.object({ new_email: z.string().nullable() }),
})

/** Cancels the change: the mailed link becomes invalid. */
export const cancelEmailChange = operation({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/profile/email/change',
  access: 'session',
  response: success,
})

const token = z.string().min(1).max(200)

/** Opens the link: the new address replaces the old one of the user who requested it. */
export const verifyEmailChange = operation({
  name: 'verifyEmailChange',
  method: 'GET',
  path: '/email/verify',
  access: 'public',
  isChange: true,
  query: z.object({ token }),
  response: z.object({ email: z.string() }),
  errors: ['AUTH_RESET_PASSWORD_INVALID_TOKEN', 'E_UNPROCESSABLE_ENTITY', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
})

/** Sends the mail of the pending change again. */
export const resendEmailChange = operation({
  name: 'resendEmailChange',
  method: 'POST',
  path: '/email/resend',
  access: 'session',
  response: success,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS'],
})

/** The same for a caller with the last link, valid or expired. */
export const resendEmailChangeByLink = operation({
  name: 'resendEmailChangeByLink',
  method: 'GET',
  path: '/verify/change-email/resend',
  access: 'public',
  isChange: true,
  query: z.object({ token }),
  response: success,
  errors: ['AUTH_RESET_PASSWORD_INVALID_TOKEN', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 3600, key: 'ip' },
})
