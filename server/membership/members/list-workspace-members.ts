import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listWorkspaceMembers as contract, WorkspaceMember } from '@kaiwa/contract/members.ts'
import type { RoleAssignment } from '@kaiwa/contract/role-assignment.ts'
import { ROLE, ROLE_NAME, type RoleId } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../../accounts/actor.ts'
import { fullName } from '../../accounts/person.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import * as policy from './policy.ts'
import { countByRole, findMembers, type MemberRow } from '../store/members.ts'

const SIZE = LIMITS.membersPerPage

function assignment(roleId: number, teamId: number): RoleAssignment {
  return {
    name: ROLE_NAME[roleId as RoleId],
    team_id: teamId,
    role_id: roleId,
  }
}

function present(row: MemberRow, actor: Actor, teamId: number): WorkspaceMember {
  const may = row.user ? policy.change(actor, { user_id: row.user.id, role_id: row.role_id }).allowed : true
  const second = row.role_id === ROLE.guest ? row.guest_role : row.role_id === ROLE.owner ? ROLE.manager : null
  return {
    id: row.id,
    user: row.user && { id: row.user.id, name: fullName(row.user), avatar: row.user.avatar, email: row.user.email },
    email: row.email,
    is_pending: row.user ? 0 : 1,
    roles: [row.role_id, second].filter((id) => id !== null).map((id) => assignment(id, teamId)),
    folders: row.role_id === ROLE.guest ? row.folders : [],
    file: row.file,
    can: { change_role: row.user !== null && may, remove: may },
  }
}

/** Lists the members of the workspace and its pending invitations, by role and name. */
export const listWorkspaceMembers: Handler<typeof contract> = async ({ query }, { app: { db }, actor }) => {
  assertAllowed(policy.viewMembers(actor))
  const { workspaceId } = actor
  if (workspaceId === null) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  const [counts, rows] = await Promise.all([
    countByRole(db, workspaceId),
    findMembers(db, actor, workspaceId, { role: query.role, limit: SIZE, offset: (query.page - 1) * SIZE }),
  ])
  const total = counts
    .filter(({ role }) => query.role === undefined || role === query.role)
    .reduce((sum, { rows: count }) => sum + count, 0)
  return {
    current_roles: Object.fromEntries(
      [ROLE.owner, ROLE.editor, ROLE.viewer, ROLE.manager, ROLE.member].map((role) => [
        role,
        counts.find((one) => one.role === role)?.people ?? 0,
      ]),
    ),
    members: {
      data: rows.map((row) => present(row, actor, workspaceId)),
      current_page: query.page,
      last_page: Math.max(1, Math.ceil(total / SIZE)),
    },
  }
}
