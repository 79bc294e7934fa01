import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { findInvitedItem } from '../membership/store/invited-items.ts'
import { findPeople } from '../membership/store/people.ts'
import { effectiveRole } from '../tree/store/effective-role.ts'
import { findInvitationWithOwner } from './store.ts'
import { notify } from './notify.ts'

/** Notifies the inviter, and the owner of the workspace, who pays for the seat, that a person has joined. */
export const notifyJoined = (db: Db, event: StoredEvent<'invitation.accepted'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { invitation_id: invitationId, user_id: actorId } = event.data
    const invitation = await findInvitationWithOwner(trx, invitationId)
    const item = invitation && (await findInvitedItem(trx, invitation))
    // The person, or the item they were invited to, was removed in the meantime.
    if (!invitation || !item) return
    const to: number[] = []
    for (const id of new Set([invitation.invited_by, invitation.owner_id])) {
      if (id === null || id === actorId) continue
      const [person] = await findPeople(trx, item.item_id, { id })
      if (person && effectiveRole(person) !== null) to.push(id)
    }
    await notify(trx, event, { type: 'project-joined', itemId: item.item_id, about: actorId, actorId, to })
  })
