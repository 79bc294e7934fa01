import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { mayOpen } from './access.ts'

/** The pages that exist, in the order of the menu; `text` is a key of the common texts. */
const ITEMS = [
  { to: '/mypage/profile', text: 'account' },
  { to: '/mypage/member', text: 'memberList' },
  { to: '/mypage/usage', text: 'usageHistory' },
] as const

/** What the menu of the account area shows to somebody (ACC-03). */
export const menuFor = (can: AccountAbilities) => ITEMS.filter(({ to }) => mayOpen(to, can))
