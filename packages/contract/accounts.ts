import * as z from 'zod'
import { usage } from './billing.ts'
import { CHAT_MODELS, type ChatModel } from './chat-models.ts'
import { email, flag, locale, personName } from './fields.ts'
import { tree } from './items.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { PASSWORD_RULES } from './password-rules.ts'
import { roleAssignment } from './role-assignment.ts'
import { speaker } from './speakers.ts'

export const chatModel = z.enum(Object.keys(CHAT_MODELS) as [ChatModel, ...ChatModel[]])

export const settings = z.object({
  is_tag_list_opened: z.boolean(),
  is_chat_opened: z.boolean(),
  is_section_opened: z.boolean(),
  is_first_steps_closed: z.boolean(),
  is_uncertain_marked: z.boolean(),
  chat_width: z.int().min(240).max(480),
  chat_model: chatModel,
  locale,
  theme: z.enum(['light', 'dark', 'auto']),
})
export type Settings = z.infer<typeof settings>

export const workspaceOfUser = z.object({
  id: z.int(),
  status: z.enum(['active', 'closed']),
  owner_id: z.int(),
  current_editor: z.int(),
  current_viewer: z.int(),
  /** MB. */
  current_storage: z.number(),
  current_minute: z.int(),
  current_chat: z.int(),
  point: z.int(),
})

/** The reader's abilities in the account area. */
export const accountAbilities = z.object({
  /** See the members of the workspace and their usage. */
  view_members: z.boolean(),
  /** See deleted items, restore them or delete them for good. */
  keep_trash: z.boolean(),
  connect_crm: z.boolean(),
  pay: z.boolean(),
  /** Send questions about the contract. */
  inquire: z.boolean(),
  /** See which parts of the installation work. */
  view_installation: z.boolean(),
})
export type AccountAbilities = z.infer<typeof accountAbilities>

export const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.object({ name: z.string() }).nullable(),
  is_visited: z.boolean(),
  is_disabled: z.boolean(),
  is_set_password: z.boolean(),
  /** Only in the response that opens a session. */
  token: z.string().nullable(),
  roles: z.array(roleAssignment),
  settings,
  workspaces: z.array(workspaceOfUser),
  can: accountAbilities,
})
export type User = z.infer<typeof user>

/** The signed-in user with their abilities. */
export const identity = z.object({
  user,
  roles: z.array(roleAssignment),
  is_set_password: z.boolean(),
  is_hubspot_connected: z.boolean(),
})
export type Identity = z.infer<typeof identity>

/** The response that opens a session: the identity with its token, and the data for the first screen. */
export const session = identity.extend({
  ...tree.shape,
  usage,
  tags: z.array(z.object({ id: z.int(), name: z.string(), appearance: z.string(), tag_category_id: z.int() })),
  speakers: z.array(speaker),
  token: z.string().nullable(),
})
export type Session = z.infer<typeof session>

/** A password typed to sign in: only its length is validated. */
export const loginPassword = z.string().min(1).max(LIMITS.passwordMax)

export const newPassword = z
  .string()
  .min(LIMITS.passwordMin)
  .max(LIMITS.passwordMax)
  .refine((password) => PASSWORD_RULES.letters(password) && PASSWORD_RULES.symbol(password))

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({ email, password: loginPassword, remember: z.boolean().default(false) }),
  response: session,
  status: 200,
  errors: [
    'AUTH_INVALID_CREDENTIALS',
    'AUTH_SECOND_STEP_REQUIRED',
    'E_EMAIL_NOT_VERIFIED',
    'E_USER_DISABLED',
    'E_TOO_MANY_REQUESTS',
  ],
  // Failed attempts on one account are limited per client by the operation, so that no client can lock out its owner.
  rateLimit: { max: 300, window: 300, key: 'ip' },
})

export const checkSession = operation({
  name: 'checkSession',
  method: 'GET',
  path: '/auth/check',
  access: 'session',
  response: identity,
})

/** The same, for a page that does not know whether the visitor is signed in. `identity` is null without a session. */
export const findSession = operation({
  name: 'findSession',
  method: 'GET',
  path: '/auth/session',
  access: 'public',
  response: z.object({ identity: identity.nullable() }),
})

export const logout = operation({
  name: 'logout',
  method: 'DELETE',
  path: '/auth/logout',
  access: 'session',
  response: z.object({ success: z.literal(true) }),
})

/** Fields common to every kind of registration. */
export const registration = z.object({
  first_name: personName,
  last_name: personName,
  email,
  /** Language of mails; taken from the Accept-Language header if missing. */
  locale: locale.optional(),
  /** Token of an invitation: a person who registers with it joins its workspace and gets none of their own. */
  invitation: z.string().max(200).optional(),
})

export const registered = z.object({
  email: z.string(),
  /** True if the person registered by an invitation to this address. Its mail proves the address; they are signed in. */
  is_signed_in: z.boolean(),
})

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/register',
  access: 'public',
  body: registration.extend({ password: newPassword }),
  response: registered,
  status: 201,
  errors: ['E_UNPROCESSABLE_ENTITY', 'AUTH_NOT_ALLOWED_REGISTER', 'E_TOO_MANY_REQUESTS'],
  // The operation itself limits registrations of one address per client, and mails to it in total, so that the owner
  // is not locked out.
  rateLimit: { max: 200, window: 3600, key: 'ip' },
})

/** Why a new password is refused although it meets the rules: it is a common one, or known words are most of it. */
export const passwordWeakness = z.enum(['common', 'personal'])
export type PasswordWeakness = z.infer<typeof passwordWeakness>

/** Checks, while a new password is typed, whether it would be refused as easy to guess. */
export const checkPassword = operation({
  name: 'checkPassword',
  method: 'POST',
  path: '/password/check',
  access: 'public',
  body: z.object({
    password: loginPassword,
    /** Names and address of the person. */
    words: list(z.string().max(LIMITS.emailLength), 3).default([]),
  }),
  response: z.object({ weakness: passwordWeakness.nullable() }),
  status: 200,
  errors: ['E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 600, window: 300, key: 'ip' },
})

/**
 * Opens the link of the verification mail: verifies the address and signs its owner in. The page that the link leads to
 * calls this. The password is kept if this browser is the one that registered; otherwise it may be someone else's, and
 * a link to set a new one is mailed.
 */
export const verifyAccount = operation({
  name: 'verifyAccount',
  method: 'GET',
  path: '/verify',
  access: 'public',
  isChange: true,
  query: z.object({
    token: z.string().min(1).max(200),
    email: z.string().max(LIMITS.emailLength).optional(),
    in_page: flag(false),
  }),
  response: session.extend({ is_password_forgotten: z.boolean() }),
  errors: ['AUTH_RESET_PASSWORD_INVALID_TOKEN', 'AUTH_SECOND_STEP_REQUIRED', 'E_USER_DISABLED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
})

/** The response is the same whether or not the address waits for verification. */
export const resendVerification = operation({
  name: 'resendVerification',
  method: 'GET',
  path: '/account/verify/resend',
  access: 'public',
  isChange: true,
  query: z.object({ email, is_app: flag(false) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 200, window: 3600, key: 'ip' },
})

export const updateSettings = operation({
  name: 'updateSettings',
  method: 'PUT',
  path: '/profile/settings',
  access: 'session',
  body: z.object({ settings: settings.partial() }),
  response: z.object({ settings }),
})

/**
 * Returns the key that encrypts this person's unsaved work in a browser: 32 bytes, base64url, constant. The next user
 * of the browser has a different one.
 */
export const getDraftKey = operation({
  name: 'getDraftKey',
  method: 'GET',
  path: '/profile/draft-key',
  access: 'session',
  response: z.object({ key: z.string() }),
})
