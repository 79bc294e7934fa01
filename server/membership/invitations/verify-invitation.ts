import type { verifyInvitation as contract } from '@kaiwa/contract/sharing.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'
import { hasAccount } from '../../accounts/store/users.ts'
import type { Handler } from '../../platform/http/route.ts'
import { presentInvitedItem } from '../store/invited-items.ts'
import { findInviter, openInvitation } from './open-invitation.ts'
import { inviterAvatarPath } from './serve-inviter-avatar.ts'

/** Returns the details of an invitation to the holder of its link. The link was sent only to the invited address. */
export const verifyInvitation: Handler<typeof contract> = async ({ query }, { app: { db }, actor, request }) => {
  const { invitation, item } = await openInvitation(db, query.token)
  const inviter = await findInviter(db, invitation)
  return {
    has_account: await hasAccount(db, invitation.email),
    is_login: actor !== null,
    to_email: invitation.email,
    inviter: inviter && { name: inviter.name, avatar: inviter.avatar && inviterAvatarPath(query.token) },
    item: presentInvitedItem(item, actor?.locale ?? preferredLocale(request.headers['accept-language'])),
  }
}
