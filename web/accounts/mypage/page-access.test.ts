import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { expect, it } from 'vitest'
import { mayOpenPage } from './page-access.ts'

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
