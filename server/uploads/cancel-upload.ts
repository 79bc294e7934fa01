import type { cancelUpload as contract } from '@kaiwa/contract/uploads.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { abandonUpload } from './abandon-upload.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { openStaging } from './open-staging.ts'

/** Cancels an unfinished upload and deletes its file and bytes. */
export const cancelUpload: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  const upload = await findOwnUpload(app.db, actor, params.uploadId)
  if (!(await abandonUpload(app, openStaging(app), upload.id, actor))) throw new Refusal('E_CONFLICT')
  return { success: true }
}
