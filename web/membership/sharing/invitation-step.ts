// The next step for a person with an invitation link, as a pure rule.
import type { CallResult } from '../../platform/call-types.ts'

type Invitation = CallResult<'verifyInvitation'>

type Step = { kind: 'register' | 'login' | 'home'; to: string } | { kind: 'accept' }

/** The page of the joined item; for a file in its folder (SHARE-33, SHARE-34). */
export function joinedItemUrl({
  is_project: isProject,
  resource_id: id,
  parent_id: parent,
}: Invitation['item']): string {
  return isProject || parent === null ? `/projects/${id}` : `/projects/${parent}/files/${id}`
}

/** `email` is the address of the signed-in user, or null. */
export function invitationStep(
  { has_account: hasAccount, to_email: invited }: Pick<Invitation, 'has_account' | 'to_email'>,
  email: string | null,
  { pathname, token }: { pathname: string; token: string },
): Step {
  // The redirect contains the address: it fills the form, and only this user is redirected back here.
  const back = encodeURIComponent(`${pathname}?${new URLSearchParams({ token, email: invited })}`)
  if (email === null)
    return hasAccount
      ? { kind: 'login', to: `/login?redirect=${back}` }
      : { kind: 'register', to: `/register?redirect=${back}` }
  if (email.toLowerCase() !== invited.toLowerCase()) return { kind: 'home', to: '/projects' }
  return { kind: 'accept' }
}
