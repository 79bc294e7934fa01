import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { addSample as contract } from '@kaiwa/contract/home.ts'
import { makeProductName } from '@kaiwa/contract/product-names.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { findFirstSteps } from '../files/store/home.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { isDiskFull } from '../platform/storage/disk-full.ts'
import { addFolder } from '../tree/create-folder.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { findFolder, findRootItemId } from '../tree/store/items.ts'
import { ensureFreeStorage, reserveStorage } from '../uploads/reserve-storage.ts'
import { announceSample, sendSample } from './create-sample.ts'
import { SAMPLE } from './sample-media.ts'
import { findUnsentSample } from './store.ts'

const DISK_RETRY_SECONDS = '60'

/**
 * Adds the sample recording to the workspace of the caller. Holds the tree lock from the search for an existing sample
 * to the commit, so that concurrent calls return the same one. If an earlier call was killed before it stored the
 * bytes, this one stores them.
 */
export const addSample: Handler<typeof contract> = async (_input, context) => {
  const { app, actor: caller } = context
  const { size } = await stat(SAMPLE.recording)
  const { fileId, upload } = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const { workspaceId } = actor
    if (workspaceId === null || !(await isSubscribed(trx, workspaceId)))
      throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const root = await findFolder(trx, actor, await findRootItemId(trx, workspaceId))
    assertAllowed(policy.createFolder(actor, root))
    const { sample } = await findFirstSteps(trx, actor)
    if (sample) return { fileId: sample.id, upload: null }
    const unsent = await findUnsentSample(trx, actor)
    if (unsent) {
      await reserveStorage(trx, unsent.uploadId, actor, { bytes: size, length: size })
      return { fileId: unsent.fileId, upload: { ...unsent, size } }
    }
    await ensureFreeStorage(trx, workspaceId, actor, size)
    const folder = await addFolder(trx, actor, root, makeProductName('sample-folder'))
    const announced = await announceSample(trx, size, { uuid: randomUUID(), folder, workspaceId, userId: actor.id })
    return { fileId: announced.fileId, upload: { uploadId: announced.id, videoId: announced.videoId, size } }
  })
  if (upload)
    await sendSample(app, upload).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
      throw new Refusal('E_UNAVAILABLE', {}, { 'retry-after': DISK_RETRY_SECONDS })
    })
  return readFile(app.db, readerOf(context), fileId)
}
