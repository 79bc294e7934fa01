import { ROLE } from '@kaiwa/contract/roles.ts'
import { expect, it } from 'vitest'
import { editCategories, editTag } from './policy.ts'

const roles = { owner: ROLE.owner, manager: ROLE.manager, member: ROLE.member, guest: ROLE.guest }

function allowed(
  rule: (who: { id: number; workspaceRole: (typeof roles)[keyof typeof roles] }) => { allowed: boolean },
) {
  return Object.entries(roles).flatMap(([name, workspaceRole]) =>
    rule({ id: 7, workspaceRole }).allowed ? [name] : [],
  )
}

it('PERM-28 owner, manager and member change any tag, a guest only their own', () => {
  expect(allowed((who) => editTag(who, { created_by: 8 }))).toEqual(['owner', 'manager', 'member'])
  expect(allowed((who) => editTag(who, { created_by: null }))).toEqual(['owner', 'manager', 'member'])
  expect(allowed((who) => editTag(who, { created_by: 7 }))).toEqual(['owner', 'manager', 'member', 'guest'])
})

it('PERM-28 members of the workspace may change categories, guests may not', () => {
  expect(allowed(editCategories)).toEqual(['owner', 'manager', 'member'])
})
