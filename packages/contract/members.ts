import * as z from 'zod'
import { id, numberOf, page, pageQuery, person, success } from './fields.ts'
import { operation } from './operation.ts'
import { roleAssignment } from './role-assignment.ts'
import { ROLE } from './roles.ts'

/**
 * A member of the workspace, or a pending invitation to the workspace, a folder or a file. Both draw their `id` from one
 * sequence.
 */
export const workspaceMember = z.object({
  id: z.int(),
  /** Null for an invitation. */
  user: person.extend({ email: z.string() }).nullable(),
  email: z.string(),
  /** 1: invited. */
  is_pending: z.literal([0, 1]),
  /** First the role in the workspace; second a guest's role on items, or the owner role of the workspace's owner. */
  roles: z.array(roleAssignment),
  /** The folders a guest was or is invited to; for a file, its folder. */
  folders: z.array(z.object({ resource_id: z.int(), name: z.string() })),
  /** The file of an invitation to a single file. */
  file: z.object({ id: z.int(), name: z.string() }).nullable(),
  can: z.object({ change_role: z.boolean(), remove: z.boolean() }),
})
export type WorkspaceMember = z.infer<typeof workspaceMember>

/** 6 and 7 are roles in the workspace; 4 and 5 are guests who edit, and guests who view. */
const listedRole = numberOf([ROLE.owner, ROLE.manager, ROLE.member, ROLE.editor, ROLE.viewer])

export const listWorkspaceMembers = operation({
  name: 'listWorkspaceMembers',
  method: 'GET',
  path: '/workspace/members',
  access: 'session',
  query: z.object({ role: listedRole.optional(), page: pageQuery }),
  response: z.object({
    /** Number of people by role id, including invited ones. */
    current_roles: z.record(z.string(), z.int()),
    members: page(workspaceMember),
  }),
  errors: ['E_FORBIDDEN'],
})

const month = z
  .string()
  .max(7)
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const listMemberUsage = operation({
  name: 'listMemberUsage',
  method: 'GET',
  path: '/workspace/members/usage',
  access: 'session',
  query: z.object({ month: month.optional(), page: pageQuery }),
  response: z.object({
    /** Months in Japan (`2026-11`), the current one first. */
    cycles: z.array(z.string()),
    usage: page(
      z.object({
        user_id: z.int(),
        user: person,
        minute: z.int(),
        /** MB at the end of the month. */
        storage: z.number(),
        chat: z.int(),
      }),
    ),
  }),
  errors: ['E_FORBIDDEN'],
})

export const addWorkspaceMembers = operation({
  name: 'addWorkspaceMembers',
  method: 'POST',
  path: '/workspace/members',
  access: 'session',
  body: z.object({
    /** Addresses, separated by commas. */
    emails: z.string().trim().min(1).max(20_000),
    role: z.literal([ROLE.manager, ROLE.member]),
  }),
  response: z.object({ invited: z.array(z.string()) }),
  status: 201,
  errors: [
    'E_FORBIDDEN',
    'E_UNPROCESSABLE_ENTITY',
    'WORKSPACE_EXCEED_MAX_USAGE_QUOTA',
    'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE',
    'E_TOO_MANY_REQUESTS',
  ],
  rateLimit: { max: 60, window: 3600, key: 'account' },
})

export const removeWorkspaceMember = operation({
  name: 'removeWorkspaceMember',
  method: 'DELETE',
  path: '/workspace/members',
  access: 'session',
  body: z.object({ member_id: id }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const changeWorkspaceRole = operation({
  name: 'changeWorkspaceRole',
  method: 'PUT',
  path: '/workspace/members',
  access: 'session',
  body: z.object({ user_id: id, role: z.literal([ROLE.manager, ROLE.member, ROLE.guest]) }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
})
