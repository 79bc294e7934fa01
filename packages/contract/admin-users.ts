// Users as operators see them. No call answers content of a workspace.
import * as z from 'zod'
import { USER_STATUSES } from './admin-choices.ts'
import { adminPage, contactPerson, exportQuery, listQuery } from './admin-fields.ts'
import { newPassword } from './accounts.ts'
import { email, id, instant, personName, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { paymentType } from './billing.ts'
import { roleId } from './role-assignment.ts'

const filters = { status: z.enum(USER_STATUSES).optional() }

const workspace = z.object({
  id: z.int(),
  status: z.enum(['active', 'closed']),
  owner: contactPerson,
  point: z.int(),
})

export const adminUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.object({ name: z.string() }).nullable(),
  is_disabled: z.boolean(),
  is_operator: z.boolean(),
  /** Whether the address was verified. */
  is_verified: z.boolean(),
  is_set_password: z.boolean(),
  created_at: instant,
  /** The workspace that the user belongs to, or the one that was closed. */
  workspace: workspace.nullable(),
  can: z.object({
    update: z.boolean(),
    /** Address and password. Those of operators are not changed in the console. */
    change_credentials: z.boolean(),
    add_point: z.boolean(),
    enable: z.boolean(),
    disable: z.boolean(),
  }),
})
export type AdminUser = z.infer<typeof adminUser>

export const listUsers = operation({
  name: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  access: 'operator',
  query: listQuery(filters),
  response: adminPage(adminUser),
})

export const exportUsers = operation({
  name: 'exportUsers',
  method: 'GET',
  path: '/admin/users/export',
  access: 'operator',
  query: exportQuery(filters),
  answer: 'file',
  produces: ['text/csv'],
  response: z.string(),
})

const inUser = z.object({ userId: id })

/** A user with sign-in, usage and contract of the workspace. */
export const adminUserDetail = adminUser.extend({
  has_two_factor: z.boolean(),
  /** Of the sessions that have not ended. */
  last_seen_at: instant.nullable(),
  role_id: roleId.nullable(),
  members: z.int(),
  subscription: z
    .object({
      id: z.int(),
      plan_name: z.string().nullable(),
      payment_type: paymentType,
      start_date: instant,
      end_date: instant.nullable(),
    })
    .nullable(),
})
export type AdminUserDetail = z.infer<typeof adminUserDetail>

export const getUserDetail = operation({
  name: 'getUserDetail',
  method: 'GET',
  path: '/admin/users/{userId}',
  access: 'operator',
  params: inUser,
  response: adminUserDetail,
  errors: ['E_NOT_FOUND'],
})

/** A stored value, which may be older than the limits of today. */
const seenText = z.string().max(1_000)

/**
 * A new password ends the sessions of the user, who is informed by mail. Address and password of operators are refused with
 * E_FORBIDDEN.
 */
export const updateUser = operation({
  name: 'updateUser',
  method: 'PATCH',
  path: '/admin/users/{userId}',
  access: 'operator',
  params: inUser,
  body: z.object({
    first_name: personName,
    last_name: personName,
    email,
    /** Left out, empty or null: the password stays. */
    password: z
      .union([z.literal(''), newPassword])
      .nullable()
      .optional(),
    /** The values that the caller saw. If the user has other values now, nothing changes and E_CONFLICT is answered. */
    seen: z.object({ first_name: seenText, last_name: seenText, email: seenText }).optional(),
  }),
  response: adminUser,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})

export const enableUser = operation({
  name: 'enableUser',
  method: 'POST',
  path: '/admin/users/{userId}/enable',
  access: 'operator',
  params: inUser,
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** Ends sessions, sockets, uploads and media links of the user. Refused for operators and the caller. */
export const disableUser = operation({
  name: 'disableUser',
  method: 'DELETE',
  path: '/admin/users/{userId}/disable',
  access: 'operator',
  params: inUser,
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** Adds points to the workspace of a user, or takes them away; the total never falls below 0. */
export const addUserPoint = operation({
  name: 'addUserPoint',
  method: 'POST',
  path: '/admin/users/{userId}/point',
  access: 'operator',
  params: inUser,
  body: z.object({
    point: z.int().min(-LIMITS.adminPointsMax).max(LIMITS.adminPointsMax),
    /** Sent again with the same value, the call adds the points once; with another number of points, E_CONFLICT. */
    request_id: z.uuid().optional(),
  }),
  /** The new total. */
  response: z.object({ point: z.int() }),
  status: 201,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})
