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

it.each([
  ['of another person', { created_by: 8, is_in_editable_file: false }, []],
  ['without a creator', { created_by: null, is_in_editable_file: false }, []],
  ['of another person, in a file of which they are editor', { created_by: 8, is_in_editable_file: true }, ['guest']],
  ['of their own', { created_by: 7, is_in_editable_file: false }, ['guest']],
])('PERM-28 members of the workspace change every tag, guests only some; a tag %s', (_which, tag, guests) =>
  expect(allowed((who) => editTag(who, tag))).toEqual(['owner', 'manager', 'member', ...guests]),
)

it('PERM-28 members of the workspace may change categories, guests may not', () => {
  expect(allowed(editCategories)).toEqual(['owner', 'manager', 'member'])
})
