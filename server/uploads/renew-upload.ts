import type { renewUpload as contract } from '@kaiwa/contract/uploads.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { findOwnUpload, makeTicket } from './upload-ticket.ts'
import { reserveStorage } from './reserve-storage.ts'
import { extendUpload } from './store/uploads.ts'

/**
 * Lets any editor of the file continue its interrupted upload, from any browser that has the recording. The upload then
 * belongs to the caller: requests need the caller's rights, and signatures of other sessions become invalid.
 */
export const renewUpload: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, context.actor)
    const { file, ...upload } = await findOwnUpload(trx, actor, params.uploadId)
    // Received bytes stay counted; the remaining bytes need free storage as for a new upload.
    await reserveStorage(trx, upload.id, actor, { bytes: upload.received + 1 })
    const renewed = await extendUpload(trx, upload.id, actor)
    if (!renewed) throw new Refusal('E_CONFLICT')
    const signed = {
      id: upload.id,
      uuid: renewed.uuid,
      title: file.title,
      videoId: file.video_id,
      isAudio: file.is_audio,
      expiresAt: renewed.expires,
    }
    return makeTicket([signed], { sessionId: actor.sessionId, origin: reachedAt(context) }, context.app.config)
  })
