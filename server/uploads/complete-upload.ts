import type { completeUpload as contract } from '@kaiwa/contract/uploads.ts'
import type { Handler } from '../platform/http/route.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { finishUpload } from './finish-upload.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { openStaging } from './open-staging.ts'

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
