import { ROLE } from '@kaiwa/contract/roles.ts'
import { expect, it } from 'vitest'
import type { WorkspaceRole } from '../accounts/actor.ts'
import { manageTrash, maySeeTrashed, restore } from './policy.ts'

it('the owner and managers manage the trash; the user who deleted an item may restore it while the deletion is recent', () => {
  const by = (workspaceRole: WorkspaceRole, is_recent: boolean, deleted_by: number | null = 1) => [
    maySeeTrashed({ id: 1, workspaceRole }, { deleted_by, is_recent }),
    restore({ id: 1, workspaceRole }, { deleted_by, is_recent }).allowed,
  ]
  for (const role of [ROLE.owner, ROLE.manager] as const)
    expect([by(role, true), by(role, false), by(role, false, 2)]).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ])
  for (const role of [ROLE.member, ROLE.guest] as const)
    expect([by(role, true), by(role, false), by(role, true, 2), by(role, true, null)]).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ])
  const roles = [ROLE.owner, ROLE.manager, ROLE.member, ROLE.guest]
  expect(roles.filter((workspaceRole) => manageTrash({ workspaceRole }).allowed)).toEqual([ROLE.owner, ROLE.manager])
})
