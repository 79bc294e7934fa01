import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { mayOpenPage } from './page-access.ts'

/** The existing pages in menu order; `text` is a key of the common texts. */
const ITEMS = [
  { to: '/mypage/profile', text: 'account' },
  { to: '/mypage/member', text: 'memberList' },
  { to: '/mypage/usage', text: 'usageHistory' },
  { to: '/mypage/hubspot-connect', text: 'cooperation' },
  { to: '/mypage/payment', text: 'payment' },
  { to: '/mypage/installation', text: 'installation' },
] as const

/** The menu of the account area for a user (ACC-03). */
export function menuFor(can: AccountAbilities) {
  return ITEMS.filter(({ to }) => mayOpenPage(to, can))
}
