import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { findPeople } from '../membership/store/people.ts'
import { findAnalysed } from './store.ts'
import { followers, uploader } from './recipients.ts'
import { notify } from './notify.ts'

/**
 * Notifies the uploader that the analysis is finished, and the people who share the file that a recording is available.
 */
export const notifyProcessed = (db: Db, event: StoredEvent<'file.processed'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const file = await findAnalysed(trx, event.data.project_file_id)
    if (!file) return
    const people = await findPeople(trx, file.itemId)
    const place = { ...file, importedBy: event.data.imported_by ?? null }
    const about = { itemId: file.itemId, actorId: file.uploadedBy }
    await notify(trx, event, { ...about, type: 'project-file-completed', to: uploader(people, place) })
    await notify(trx, event, { ...about, type: 'project-file-interview', to: followers(people, place) })
  })
