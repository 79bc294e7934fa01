import { ROLE } from '@kaiwa/contract/roles.ts'

export type WorkspaceRole = typeof ROLE.manager | typeof ROLE.member | typeof ROLE.guest

/** Labels of the roles in the account area (MEM-05), with their descriptions. */
export const WORKSPACE_ROLES = [
  { role: ROLE.manager, name: 'manager', help: 'managerHelp' },
  { role: ROLE.member, name: 'member', help: 'memberHelp' },
  { role: ROLE.guest, name: 'guest', help: 'guestHelp' },
] as const

/** Roles for counts and filters of the list. */
export const LISTED_ROLES = [
  { role: ROLE.manager, name: 'manager' },
  { role: ROLE.member, name: 'member' },
  { role: ROLE.editor, name: 'guestEditor' },
  { role: ROLE.viewer, name: 'guestViewer' },
] as const

/** The text key of a person's role; for a guest, it depends on what they may do. */
export function nameOfRoles(roles: readonly { role_id: number }[]) {
  const [main, second] = roles.map(({ role_id: id }) => id)
  if (main === ROLE.owner) return 'owner' as const
  if (main === ROLE.guest) return second === ROLE.editor ? ('guestEditor' as const) : ('guestViewer' as const)
  return main === ROLE.manager ? ('manager' as const) : ('member' as const)
}

/** A person who gets a lower role hands over the items they own (MEM-14). A higher number is a lower role. */
export function isLowered(from: number, to: number): boolean {
  return to > from
}
