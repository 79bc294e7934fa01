import type { requestUpload as contract } from '@kaiwa/contract/uploads.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import { publish } from '../platform/events/publish.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/assert-allowed.ts'
import { findProject, assertRoomForFiles } from '../tree/store/items.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { announceUpload } from './announce-upload.ts'
import { checkEntries } from './check-entries.ts'
import { hasStoragePrecedence, mayAnnounce, reservationOf } from './policy.ts'
import { ensureFreeStorage } from './reserve-storage.ts'
import { makeTicket } from './upload-ticket.ts'
import { fileChannels } from '../tree/rights/file-channels.ts'

/** Retry-After (seconds) when too many uploads have no byte. */
const UNSENT_RETRY_SECONDS = '60'

/** Announces recordings: each is listed as waiting and gets its own signature. All or none. */
export const requestUpload: Handler<typeof contract> = async ({ params, body }, context) => {
  const { app, actor: caller } = context
  const uploads = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const folder = await findProject(trx, actor, params.id)
    assertAllowed(policy.upload(folder))
    const checked = checkEntries(body.files, app.config)
    if (!('entries' in checked)) throw new Refusal(checked.code, { errors: checked.errors })
    const workspaceId = actor.workspaceId
    if (workspaceId === null || !(await isSubscribed(trx, workspaceId))) {
      throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    }
    await assertRoomForFiles(trx, folder.id, checked.entries.length)
    const wanted = checked.entries.reduce((sum, { bytes }) => sum + reservationOf(bytes), 0)
    const unsent = await ensureFreeStorage(trx, workspaceId, actor, wanted)
    if (!mayAnnounce({ ...unsent, hasPrecedence: hasStoragePrecedence(actor), wanted: checked.entries.length }))
      throw tooManyUnsent()
    const announced = []
    for (const entry of checked.entries) {
      announced.push(await announceUpload(trx, entry, { folder, workspaceId, userId: actor.id }))
    }
    for (const { fileId } of announced) {
      await publish(trx, {
        type: 'file.updated',
        data: { project_file_id: fileId },
        channels: await fileChannels(trx, { id: fileId, project_id: folder.resource_id }),
      })
    }
    return announced
  })
  return makeTicket(uploads, { userId: caller.id, origin: reachedAt(context) }, app.config)
}

const tooManyUnsent = (): Refusal =>
  new Refusal('E_TOO_MANY_REQUESTS', { reason: 'unsent-uploads' }, { 'retry-after': UNSENT_RETRY_SECONDS })
