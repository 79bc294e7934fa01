import type { User } from '@kaiwa/contract/accounts.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { RoleAssignment } from '@kaiwa/contract/role-assignment.ts'
import { ROLE, ROLE_NAME } from '@kaiwa/contract/roles.ts'
import type { UsageRow } from '../billing/store/usage.ts'
import type { Actor } from './actor.ts'
import { fullName } from './person.ts'
import { accountAbilities } from './policy.ts'
import { readSettings } from './profile/settings.ts'
import type { UserRow } from './store/users.ts'

/** The role in the workspace first. The operator's role belongs to no workspace. */
export function rolesOf({ workspaceId, workspaceRole, isOperator }: Actor): RoleAssignment[] {
  return [
    ...(workspaceRole === null
      ? []
      : [{ name: ROLE_NAME[workspaceRole], team_id: workspaceId, role_id: workspaceRole }]),
    ...(isOperator ? [{ name: ROLE_NAME[ROLE.admin], team_id: null, role_id: ROLE.admin }] : []),
  ]
}

function presentWorkspace(id: number, row: UsageRow): User['workspaces'][number] {
  return {
    id,
    status: row.status,
    owner_id: row.owner_id,
    current_editor: row.editors,
    current_viewer: row.viewers,
    current_storage: row.used_bytes / BYTES_PER_MB,
    current_minute: row.used_minutes,
    current_chat: row.used_chats,
    point: row.point,
  }
}

/** The signed-in user with private fields. `token` is set only in the response that creates a session. */
export function presentUser(
  row: UserRow,
  actor: Actor,
  workspace: UsageRow | undefined,
  token: string | null = null,
): User {
  return {
    id: row.id,
    name: fullName(row),
    email: row.email,
    avatar: row.avatar,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company === null ? null : { name: row.company },
    is_visited: row.is_visited,
    is_disabled: row.is_disabled,
    is_set_password: row.password_hash !== null,
    token,
    roles: rolesOf(actor),
    settings: readSettings(row.settings),
    workspaces: actor.workspaceId !== null && workspace ? [presentWorkspace(actor.workspaceId, workspace)] : [],
    can: accountAbilities(actor),
  }
}
