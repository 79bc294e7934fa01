import { ROLE } from '@kaiwa/contract/roles.ts'
import { expect, it } from 'vitest'
import { isLowered, nameOfRoles } from './workspace-roles.ts'

it.each([
  [[ROLE.owner, ROLE.manager], 'owner'],
  [[ROLE.manager], 'manager'],
  [[ROLE.member], 'member'],
  [[ROLE.guest, ROLE.editor], 'guestEditor'],
  [[ROLE.guest, ROLE.viewer], 'guestViewer'],
  [[ROLE.guest], 'guestViewer'],
])('MEM-05 the roles %j have the label %s', (ids, name) =>
  expect(nameOfRoles(ids.map((id) => ({ role_id: id })))).toBe(name),
)

it.each([
  [ROLE.manager, ROLE.member, true],
  [ROLE.manager, ROLE.guest, true],
  [ROLE.member, ROLE.guest, true],
  [ROLE.guest, ROLE.member, false],
  [ROLE.member, ROLE.manager, false],
  [ROLE.member, ROLE.member, false],
])('from %i to %i warns: %s', (from, to, warns) => expect(isLowered(from, to)).toBe(warns))
