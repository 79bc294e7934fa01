import type { releaseLock as contract } from '@kaiwa/contract/transcript-edits.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openForEdit } from '../open-for-edit.ts'
import { endLock } from '../store/edit-access.ts'
import { publishLock } from './edit-lock.ts'

/** Ends the caller's own lock, if `lock_version` is omitted or matches. Does nothing otherwise. */
export const releaseLock: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { transcriptId, file, lock } = await openForEdit(trx, actor, params)
    const isOwn = lock?.state === 'held' && lock.user_id === actor.id
    if (isOwn && (body?.lock_version ?? lock.version) === lock.version) {
      await endLock(trx, transcriptId, 'released')
      await publishLock(trx, file.id, null)
    }
    return { success: true }
  })
