import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { findInvitation } from '../membership/store/invitations.ts'
import { findInvitedItem } from '../membership/store/invited-items.ts'
import { findVerifiedUserIds } from './store.ts'
import { notify } from './notify.ts'

/** Notifies an invited person who already has an account; all others get only the mail. */
export const notifyInvited = (db: Db, event: StoredEvent<'invitation.sent'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { invitation_id: invitationId, invited_by: actorId } = event.data
    const invitation = await findInvitation(trx, { id: invitationId })
    const item = invitation && (await findInvitedItem(trx, invitation))
    if (!invitation || !item || invitation.accepted_by !== null) return
    await notify(trx, event, {
      type: 'project-invited',
      itemId: item.item_id,
      actorId,
      invitationId,
      to: await findVerifiedUserIds(trx, invitation.email),
    })
  })
