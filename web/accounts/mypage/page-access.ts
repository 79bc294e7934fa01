import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'

/** Required permission of each page of the account area and of the trash; other pages are for all users. */
export const REQUIRED_ABILITIES: Readonly<Record<string, keyof AccountAbilities>> = {
  '/mypage/member': 'view_members',
  '/mypage/usage': 'view_members',
  '/mypage/hubspot-connect': 'connect_crm',
  '/mypage/payment': 'pay',
  '/mypage/installation': 'view_installation',
  '/trash': 'keep_trash',
}

/** True when the user may open the page. Others are redirected to the project list (ACC-02). */
export function mayOpenPage(path: string, can: AccountAbilities): boolean {
  const need = REQUIRED_ABILITIES[path]
  return need === undefined || can[need]
}
