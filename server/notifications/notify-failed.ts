import type { Db } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { findPeople } from '../membership/store/people.ts'
import { findAnalysed } from './store.ts'
import { uploader } from './recipients.ts'
import { notify } from './notify.ts'

/** Notifies the uploader that the analysis ended without a transcript. */
export const notifyFailed = (db: Db, event: StoredEvent<'process.failed'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const file = await findAnalysed(trx, event.data.project_file_id)
    if (!file || file.uploadedBy === null) return
    const people = await findPeople(trx, file.itemId, { id: file.uploadedBy })
    await notify(trx, event, {
      type: 'project-file-completed',
      itemId: file.itemId,
      actorId: file.uploadedBy,
      to: uploader(people, { ...file, importedBy: null }),
    })
  })
