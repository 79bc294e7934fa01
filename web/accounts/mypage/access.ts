import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'

/** What each page of the account area, and the trash, needs; a page that is not named here is for everyone. */
export const NEEDS: Readonly<Record<string, keyof AccountAbilities>> = {
  '/mypage/member': 'view_members',
  '/mypage/usage': 'view_members',
  '/mypage/hubspot-connect': 'connect_crm',
  '/mypage/payment': 'pay',
  '/trash': 'keep_trash',
}

/** Whoever may not open a page is led to the project list (ACC-02). */
export const mayOpen = (path: string, can: AccountAbilities): boolean => {
  const need = NEEDS[path]
  return need === undefined || can[need]
}
