import { ROLE } from '@kaiwa/contract/roles.ts'
import { expect, it } from 'vitest'
import { accountAbilities } from './policy.ts'

const NONE = {
  view_members: false,
  keep_trash: false,
  connect_crm: false,
  pay: false,
  inquire: false,
  view_installation: false,
}
const ALL = {
  view_members: true,
  keep_trash: true,
  connect_crm: true,
  pay: true,
  inquire: true,
  view_installation: true,
}

it.each([
  ['an owner', ROLE.owner, ALL],
  ['a manager', ROLE.manager, { ...NONE, view_members: true, keep_trash: true }],
  ['a member', ROLE.member, NONE],
  ['a guest', ROLE.guest, NONE],
  ['somebody without a workspace', null, NONE],
] as const)('ACC-01 ACC-09 %s', (_, workspaceRole, can) => {
  expect(accountAbilities({ workspaceRole })).toEqual(can)
})

it('an operator sees the state of the installation', () => {
  expect(accountAbilities({ workspaceRole: null, isOperator: true })).toEqual({ ...NONE, view_installation: true })
})
