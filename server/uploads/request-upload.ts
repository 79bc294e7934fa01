import type { requestUpload as contract } from '@kaiwa/contract/uploads.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import { publish } from '../platform/events/publish.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/decision.ts'
import { assertRoomForFiles, findProject, insertItem } from '../tree/store/items.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import { type CheckedEntry, checkEntries } from './check-entries.ts'
import { hasStoragePrecedence, mayAnnounce, reservationOf } from './policy.ts'
import { ensureFreeStorage } from './reserve-storage.ts'
import { makeTicket, type SignedUpload } from './upload-ticket.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { randomUUID } from 'node:crypto'
import type { Trx } from '../platform/database/database.ts'
import { insertFile } from '../files/store/files.ts'
import { insertUpload } from './store.ts'

/** Retry-After (seconds) when too many uploads have no byte. */
const UNSENT_RETRY_SECONDS = '60'

/** Gate of the announcement of recordings. */
export const mayUpload: Gate<typeof contract> = async ({ params }, { app, actor }) =>
  assertAllowed(policy.upload(await findProject(app.db, actor, params.id)))

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

function tooManyUnsent(): Refusal {
  return new Refusal('E_TOO_MANY_REQUESTS', { reason: 'unsent-uploads' }, { 'retry-after': UNSENT_RETRY_SECONDS })
}

interface Destination {
  folder: { id: number; resource_id: number }
  workspaceId: number
  userId: number
}

/**
 * Creates a recording in state `waiting` with its upload and storage reservation. The caller holds the tree lock and
 * has checked the free storage.
 */
export async function announceUpload(
  trx: Trx,
  { entry, name, bytes }: CheckedEntry,
  { folder, workspaceId, userId }: Destination,
  engine: string | null = null,
): Promise<SignedUpload & { fileId: number }> {
  const item = await insertItem(trx, { parentId: folder.id, isProject: false, creatorId: userId })
  const videoId = randomUUID()
  const fileId = await insertFile(trx, {
    item_id: item.id,
    project_id: folder.resource_id,
    workspace_id: workspaceId,
    title: name.title,
    file_name: name.fileName,
    video_id: videoId,
    is_audio: name.isAudio,
    language: entry.language,
    num_speaker: entry.num_speaker || null,
    // Duration reported by the browser, until the server has measured it.
    duration: entry.duration * 60,
    // The size of a live recording is unknown.
    original_size: bytes ?? 0,
    engine,
    created_by: userId,
  })
  const upload = await insertUpload(trx, {
    fileId,
    userId,
    uuid: entry.uuid,
    declaredSize: entry.size ?? null,
    reserved: reservationOf(bytes),
  })
  return {
    id: upload.id,
    fileId,
    uuid: entry.uuid,
    title: name.title,
    videoId,
    isAudio: name.isAudio,
    expiresAt: upload.expires,
  }
}
