import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { expect, it } from 'vitest'
import { mayOpenPage } from './page-access.ts'
import { menuFor } from './menu.ts'

const nobody: AccountAbilities = {
  view_members: false,
  keep_trash: false,
  connect_crm: false,
  pay: false,
  inquire: false,
  view_installation: false,
}
const manager = { ...nobody, view_members: true, keep_trash: true }
const owner = {
  view_members: true,
  keep_trash: true,
  connect_crm: true,
  pay: true,
  inquire: true,
  view_installation: true,
}

it.each([
  ['/mypage/profile', [true, true, true]],
  ['/mypage/member', [false, true, true]],
  ['/mypage/usage', [false, true, true]],
  ['/mypage/hubspot-connect', [false, false, true]],
  ['/mypage/payment', [false, false, true]],
  ['/mypage/installation', [false, false, true]],
])('ACC-02 access to %s for member, manager, owner', (path, expected) => {
  expect([nobody, manager, owner].map((can) => mayOpenPage(path, can))).toEqual(expected)
})

it('ACC-03 the menu shows Account to every user, and only existing pages', () => {
  for (const can of [nobody, manager, owner])
    expect(menuFor(can)).toContainEqual({ to: '/mypage/profile', text: 'account' })
  expect(menuFor(nobody)).toHaveLength(1)
  const paths = (can: AccountAbilities) => menuFor(can).map(({ to }) => to)
  expect(paths(manager)).toEqual(['/mypage/profile', '/mypage/member', '/mypage/usage'])
  expect(paths(owner)).toContain('/mypage/payment')
})
