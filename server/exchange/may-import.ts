import type { importTranscript } from '@kaiwa/contract/exchange.ts'
import type { Gate } from '../platform/http/route.ts'
import { fileState } from '../files/policy-file-state.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/assert-allowed.ts'
import * as policy from '../tree/policy.ts'

/** Gate: the form of a caller who may not change the transcript is not read. */
export const mayImport: Gate<typeof importTranscript> = async ({ params }, { app, actor }) => {
  const row = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.importTranscript(row, fileState(row)))
}
