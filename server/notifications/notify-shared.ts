import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { findPeople } from '../membership/store/people.ts'
import { notify } from './notify.ts'

/** Notifies a member of the workspace who was given a role on an item, unless the role was revoked in the meantime. */
export const notifyShared = (db: Db, event: StoredEvent<'item.shared'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { item_id: itemId, user_id: userId, by } = event.data
    const [person] = await findPeople(trx, itemId, { id: userId })
    if (!person || person.direct === null) return
    await notify(trx, event, { type: 'project-invited', itemId, actorId: by, to: [userId] })
  })
