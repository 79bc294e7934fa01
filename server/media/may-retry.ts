import type { retryFile } from '@kaiwa/contract/files.ts'
import type { Gate } from '../platform/http/route.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { fileState } from '../workspace/files/file-state.ts'
import { insist } from '../workspace/insist.ts'
import * as policy from '../workspace/policy.ts'

/** Gate of the call that starts a file again. */
export const mayRetry: Gate<typeof retryFile> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  insist(policy.retry(file, fileState(file)))
}
