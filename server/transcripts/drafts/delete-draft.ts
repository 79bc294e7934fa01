import type { deleteDraft as contract } from '@kaiwa/contract/drafts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openForEdit } from '../open-for-edit.ts'
import { deleteDraftOf } from '../store/drafts.ts'

/** Deletes the caller's draft. Waits for the file's row, so that it happens before or after the expiry of the lock. */
export const deleteDraft: Handler<typeof contract> = ({ params }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { transcriptId } = await openForEdit(trx, actor, { transcriptId: params.id })
    await deleteDraftOf(trx, { transcriptId, lockVersion: params.lockVersion, userId: actor.id })
    return { success: true }
  })
