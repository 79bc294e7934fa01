import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import '../sharing/invite-member.ts'
import { findPeople } from '../sharing/people.ts'
import { tell } from './tell.ts'

/** Somebody of the workspace was given a role on an item; nothing is said of one that was taken back meanwhile. */
export const tellShared = (db: Db, event: StoredEvent<'item.shared'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { item_id: itemId, user_id: userId, by } = event.data
    const [person] = await findPeople(trx, itemId, { id: userId })
    if (!person || person.direct === null) return
    await tell(trx, event, { type: 'project-invited', itemId, actorId: by, to: [userId] })
  })
