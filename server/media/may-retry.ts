import type { retryFile } from '@kaiwa/contract/files.ts'
import type { Gate } from '../platform/http/route.ts'
import { findFile } from '../files/file-rows.ts'
import { fileState } from '../files/file-state.ts'
import { insist } from '../tree/assert-allowed.ts'
import * as policy from '../tree/policy.ts'

/** Permission check that runs before the body of a retry is read. */
export const mayRetry: Gate<typeof retryFile> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  insist(policy.retry(file, fileState(file)))
}
