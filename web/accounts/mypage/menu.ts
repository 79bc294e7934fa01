import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { mayOpenPage } from './page-access.ts'

/** The existing pages in menu order, in groups; `text` and `group` are keys of the common texts. */
const GROUPS = [
  { group: null, items: [{ to: '/mypage/profile', text: 'account' }] },
  {
    group: 'member',
    items: [
      { to: '/mypage/member', text: 'memberList' },
      { to: '/mypage/usage', text: 'usageHistory' },
    ],
  },
  {
    group: null,
    items: [
      { to: '/mypage/hubspot-connect', text: 'cooperation' },
      { to: '/mypage/payment', text: 'payment' },
      { to: '/mypage/installation', text: 'installation' },
    ],
  },
] as const

/** The menu of the account area for a user, without empty groups (ACC-03). */
export function menuFor(can: AccountAbilities) {
  return GROUPS.map(({ group, items }) => ({ group, items: items.filter(({ to }) => mayOpenPage(to, can)) })).filter(
    ({ items }) => items.length > 0,
  )
}
