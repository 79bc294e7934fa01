import type { verifyInvitation as contract } from '@kaiwa/contract/sharing.ts'
import { hasAccount } from '../../accounts/store/users.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openInvitation } from './open-invitation.ts'

/** Returns the details of an invitation to the holder of its link. The link was sent only to the invited address. */
export const verifyInvitation: Handler<typeof contract> = async ({ query }, { app: { db }, actor }) => {
  const { invitation, item } = await openInvitation(db, query.token)
  return {
    has_account: await hasAccount(db, invitation.email),
    is_login: actor !== null,
    to_email: invitation.email,
    item,
  }
}
