import type { retryFile } from '@kaiwa/contract/files.ts'
import type { Gate } from '../platform/http/route.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { fileState } from '../workspace/files/file-state.ts'
import { insist } from '../workspace/insist.ts'
import * as policy from '../workspace/policy.ts'

/** Permission check that runs before the body of a retry is read. */
export const mayRetry: Gate<typeof retryFile> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  insist(policy.retry(file, fileState(file)))
}
