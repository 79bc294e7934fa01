import type { completeUpload as contract } from '@kaiwa/contract/uploads.ts'
import type { Handler } from '../platform/http/route.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { findOwnUpload } from './upload-ticket.ts'
import { openStaging } from './open-staging.ts'
import type { Staging } from './staging.ts'
import { recordUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { lockFile } from '../files/store/files.ts'
import { mediaPrefix, originalKey } from '../media/keys.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isDiskFull } from '../platform/storage/disk-full.ts'
import { startProcessing } from '../processing/start-processing.ts'
import { findUpload, findWorkspaceIdOfUpload, markCompleted } from './store/uploads.ts'

/**
 * Called by the browser after the last byte. Usually the last PATCH has completed the upload already; the answer is the
 * same.
 */
export const completeUpload: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  const upload = await findOwnUpload(app.db, actor, params.uploadId)
  await finishUpload(app, openStaging(app), upload.id)
  return readFile(app.db, readerOf(context), upload.file_id)
}

const DISK_RETRY_SECONDS = '60'

/**
 * Moves the bytes to the storage and starts processing exactly once. May be called repeatedly and concurrently: by the
 * last PATCH, by the browser, by the sweep after a crash. Refuses with E_CONFLICT while bytes are missing, with
 * E_NOT_FOUND when the file was deleted, and with E_UNAVAILABLE when the storage's disk is full.
 */
export async function finishUpload(app: App, staging: Staging, uploadId: number): Promise<void> {
  const upload = await findUpload(app.db, uploadId)
  if (!upload) throw new Refusal('E_NOT_FOUND')
  if (upload.completed_at) return
  const { length } = upload
  if (length === null || upload.received !== length) throw new Refusal('E_CONFLICT')
  try {
    await staging.finish(uploadId, length, originalKey(upload.video_id))
  } catch (error) {
    // Cancelled in the meantime; its staged bytes were discarded.
    if (!(await findUpload(app.db, uploadId))) throw new Refusal('E_NOT_FOUND')
    if (!isDiskFull(error)) throw error
    // All bytes stay staged; the sweep or a later request finishes the upload.
    app.log.error({ err: error, upload_id: uploadId }, 'disk full while moving an upload to the storage')
    throw new Refusal('E_UNAVAILABLE', {}, { 'retry-after': DISK_RETRY_SECONDS })
  }
  const isThere = await app.db.transaction().execute(async (trx) => {
    if (!(await lockFile(trx, upload.file_id))) return false
    // Lock order: the file, the workspace, then uploads.
    await lockWorkspace(trx, (await findWorkspaceIdOfUpload(trx, uploadId)) ?? 0)
    if (await markCompleted(trx, uploadId)) await startFile(trx, app, upload.file_id, length)
    return true
  })
  await staging.discard(uploadId)
  if (isThere) return
  // The file was deleted while its bytes were moved, and the deletion did not see these objects.
  await app.storage.deletePrefix(mediaPrefix(upload.video_id))
  throw new Refusal('E_NOT_FOUND')
}

async function startFile(trx: Trx, app: App, fileId: number, length: number): Promise<void> {
  const file = await startProcessing(trx, app, fileId, length)
  await recordUsage(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId,
    kind: 'storage',
    amount: length,
    cause: `file:${fileId}:original`,
  })
}
