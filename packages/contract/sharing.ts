import * as z from 'zod'
import { email, id, numberOf, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { roleId } from './role-assignment.ts'
import { ROLE } from './roles.ts'

/** Roles that can be given on an item. */
export const sharedRole = z.literal([ROLE.editor, ROLE.viewer])
export type SharedRole = z.infer<typeof sharedRole>

/** Roles that the caller may give now: they have permission, and the plan has a free seat or charges for one more. */
const offeredRoles = z.object({ editor: z.boolean(), viewer: z.boolean() })
export type OfferedRoles = z.infer<typeof offeredRoles>

/** A person with access to an item, or a person with a pending invitation (`to_email`, without an id). */
export const projectMember = z.object({
  id: z.int().nullable(),
  name: z.string(),
  /** Empty if the reader is a guest: guests see only names. */
  email: z.string(),
  avatar: z.string().nullable(),
  /** The role in the workspace, then the effective one on the item. */
  role_ids: z.array(roleId),
  /** The role that is shown: 3 for the item's owner and the workspace's. Null for an invitation. */
  role_id: roleId.nullable(),
  /** The role that an invitation gives once it is accepted. */
  temp_role_id: roleId.nullable(),
  to_email: z.string().nullable(),
  /** The role was given on this item directly. */
  direct_access: z.boolean(),
  roles: offeredRoles,
  can: z.object({
    change_role: z.boolean(),
    remove: z.boolean(),
    /** Inherited access can be ended here. */
    detach: z.boolean(),
    receive_ownership: z.boolean(),
  }),
})
export type ProjectMember = z.infer<typeof projectMember>

const itemParams = z.object({ itemId: id })

export const listMembers = operation({
  name: 'listMembers',
  method: 'GET',
  path: '/projects/{itemId}/members',
  access: 'session',
  params: itemParams,
  response: z.object({
    members_activated: z.array(projectMember),
    /** Only for callers who may invite. */
    members_not_activated: z.array(projectMember),
    can: z.object({ invite: z.boolean() }),
    roles: offeredRoles,
  }),
  errors: ['E_NOT_FOUND'],
})

export const searchMembers = operation({
  name: 'searchMembers',
  method: 'GET',
  path: '/projects/{itemId}/members/search',
  access: 'session',
  params: itemParams,
  query: z.object({
    query: z.string().trim().min(LIMITS.memberSearchMin).max(LIMITS.nameLength),
    role_id: numberOf([ROLE.editor, ROLE.viewer]).default(ROLE.viewer),
  }),
  response: z.object({
    data: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), avatar: z.string().nullable() })),
  }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const validateInvitation = operation({
  name: 'validateInvitation',
  method: 'POST',
  path: '/projects/{itemId}/validate-invitation',
  access: 'session',
  params: itemParams,
  body: z.object({
    email,
    role_id: sharedRole,
    /** False: changes the role of a person who already has access. */
    is_invite: z.boolean().default(true),
  }),
  response: z.object({ is_over_quota: z.boolean(), user_emails_other_workspace: z.array(z.string()) }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
})

export const inviteMember = operation({
  name: 'inviteMember',
  method: 'POST',
  path: '/projects/{itemId}/invite-members',
  access: 'session',
  params: itemParams,
  body: z.object({ to_email: email, temp_role_id: sharedRole }),
  response: projectMember,
  status: 201,
  errors: [
    'E_NOT_FOUND',
    'E_FORBIDDEN',
    'E_UNPROCESSABLE_ENTITY',
    'WORKSPACE_EXCEED_MAX_USAGE_QUOTA',
    'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE',
    'E_TOO_MANY_REQUESTS',
  ],
  rateLimit: { max: 200, window: 3600, key: 'account' },
})

export const updateMemberRole = operation({
  name: 'updateMemberRole',
  method: 'PATCH',
  path: '/projects/{itemId}/update-role',
  access: 'session',
  params: itemParams,
  body: z.object({ user_id: id, role_id: z.literal([ROLE.owner, ROLE.editor, ROLE.viewer]) }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
})

export const updateInvitedRole = operation({
  name: 'updateInvitedRole',
  method: 'PATCH',
  path: '/projects/{itemId}/update-role-members-not-activate',
  access: 'session',
  params: itemParams,
  body: z.object({ to_email: email, role_id: sharedRole }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
})

export const detachEditor = operation({
  name: 'detachEditor',
  method: 'DELETE',
  path: '/projects/{itemId}/detach-editor',
  access: 'session',
  params: itemParams,
  query: z.object({ user_id: id }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const removeMember = operation({
  name: 'removeMember',
  method: 'DELETE',
  path: '/projects/{itemId}/remove-members',
  access: 'session',
  params: itemParams,
  body: z.object({ to_email: email }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** The token of an invitation link. */
const invitationToken = z.string().min(1).max(200)
/** The query string of the page; fields other than the token are only for the page. */
const invitationLink = z.object({ token: invitationToken })
const invitedItem = z.object({
  name: z.string(),
  is_project: z.boolean(),
  resource_id: z.int(),
  /** `resource_id` of the parent folder; null for the root. */
  parent_id: z.int().nullable(),
})

export const verifyInvitation = operation({
  name: 'verifyInvitation',
  method: 'GET',
  path: '/projects/verify-member',
  access: 'public',
  query: invitationLink,
  response: z.object({
    has_account: z.boolean(),
    is_login: z.boolean(),
    to_email: z.string(),
    item: invitedItem,
    /** The sender of the invitation. The link is enough to see the picture. Null once the account is gone. */
    inviter: person.omit({ id: true }).nullable(),
  }),
  errors: ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 120, window: 60, key: 'ip' },
})

export const checkMemberQuota = operation({
  name: 'checkMemberQuota',
  method: 'GET',
  path: '/projects/check-member-quota',
  access: 'public',
  query: invitationLink,
  response: success,
  errors: ['E_NOT_FOUND', 'E_TOO_MANY_REQUESTS', 'PROJECT_MAX_EDITOR_EXCEEDED', 'PROJECT_MAX_VIEWER_EXCEEDED'],
  rateLimit: { max: 120, window: 60, key: 'ip' },
})

export const acceptInvitation = operation({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/projects/accept-invitation',
  access: 'session',
  body: invitationLink,
  response: z.object({ item: invitedItem }),
  status: 200,
  errors: [
    'E_NOT_FOUND',
    'E_FORBIDDEN',
    'PROJECT_MAX_EDITOR_EXCEEDED',
    'PROJECT_MAX_VIEWER_EXCEEDED',
    'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE',
  ],
})
