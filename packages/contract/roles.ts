// No zod in this file, because the browser imports it.

/** Public role ids (workspace.md, section 6). */
export const ROLE = {
  superAdmin: 1,
  admin: 2,
  owner: 3,
  editor: 4,
  viewer: 5,
  manager: 6,
  member: 7,
  guest: 8,
} as const

export type RoleId = (typeof ROLE)[keyof typeof ROLE]

export const ROLE_NAME: Record<RoleId, string> = {
  1: 'super-admin',
  2: 'admin',
  3: 'project-owner',
  4: 'project-editor',
  5: 'project-viewer',
  6: 'project-admin',
  7: 'project-member',
  8: 'project-guest',
}
