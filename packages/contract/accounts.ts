import * as z from 'zod'
import { usage } from './billing.ts'
import { CHAT_MODELS, type ChatModel } from './chat-models.ts'
import { email, flag, locale, personName } from './fields.ts'
import { item } from './items.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { PASSWORD_RULES } from './passwords.ts'
import { roleAssignment } from './role-assignment.ts'
import { speaker } from './speakers.ts'

export const chatModel = z.enum(Object.keys(CHAT_MODELS) as [ChatModel, ...ChatModel[]])

export const settings = z.object({
  is_tag_list_opened: z.boolean(),
  is_chat_opened: z.boolean(),
  is_section_opened: z.boolean(),
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

/** What a person may do in the account area. */
export const accountAbilities = z.object({
  /** The people of the workspace and what they used. */
  view_members: z.boolean(),
  /** See what was deleted, bring it back or have it gone for good. */
  keep_trash: z.boolean(),
  connect_crm: z.boolean(),
  pay: z.boolean(),
  /** Questions about the contract. */
  inquire: z.boolean(),
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
  /** Only where a session was just opened. */
  token: z.string().nullable(),
  roles: z.array(roleAssignment),
  settings,
  workspaces: z.array(workspaceOfUser),
  can: accountAbilities,
})
export type User = z.infer<typeof user>

/** Who the caller is and what the first screen needs. `token` only where a session was just opened. */
export const session = z.object({
  user,
  roles: z.array(roleAssignment),
  project_ids_with_owner: z.array(z.int()),
  usage,
  is_set_password: z.boolean(),
  all_items: z.array(item),
  unread_item_ids: z.array(z.int()),
  tags: z.array(z.object({ id: z.int(), name: z.string(), appearance: z.string(), tag_category_id: z.int() })),
  speakers: z.array(speaker),
  shared_folder_ids: z.array(z.int()),
  is_hubspot_connected: z.boolean(),
  token: z.string().nullable(),
})
export type Session = z.infer<typeof session>

/** A password as somebody types it to sign in: only its length is judged. */
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
  // Guesses at one account are counted per guesser by the operation itself, so that nobody can lock its owner out.
  rateLimit: { max: 300, window: 300, key: 'ip' },
})

export const checkSession = operation({
  name: 'checkSession',
  method: 'GET',
  path: '/auth/check',
  access: 'session',
  response: session,
})

export const logout = operation({
  name: 'logout',
  method: 'DELETE',
  path: '/auth/logout',
  access: 'session',
  response: z.object({ success: z.literal(true) }),
})

/** What somebody tells who registers in whatever way. */
export const registration = z.object({
  first_name: personName,
  last_name: personName,
  email,
  /** Language of the mails; the Accept-Language header decides when it is missing. */
  locale: locale.optional(),
  /** The token of an invitation: whoever registers by one joins its workspace, and gets none of their own. */
  invitation: z.string().max(200).optional(),
})

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/register',
  access: 'public',
  body: registration.extend({ password: newPassword }),
  response: z.object({ email: z.string() }),
  status: 201,
  errors: ['E_UNPROCESSABLE_ENTITY', 'AUTH_NOT_ALLOWED_REGISTER', 'E_TOO_MANY_REQUESTS'],
  // How often one address may be registered is counted per asker by the operation, mails to it in all: nobody is locked out.
  rateLimit: { max: 200, window: 3600, key: 'ip' },
})

/**
 * Opens the link of the verification mail: verifies the address and signs its owner in. Asked by our page, which
 * whoever clicks on a link in a mail is led to, the password is kept where the browser is the one that registered;
 * elsewhere it may be a stranger's, and a link to set one is mailed.
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

/** Answers the same whether or not the address waits for verification. */
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
 * The key under which this person's unsaved work is sealed in a browser: 32 bytes, base64url, always the same. Whoever
 * uses the browser next has another one.
 */
export const getDraftKey = operation({
  name: 'getDraftKey',
  method: 'GET',
  path: '/profile/draft-key',
  access: 'session',
  response: z.object({ key: z.string() }),
})
