import type { importTranscript } from '@kaiwa/contract/exchange.ts'
import type { Gate } from '../platform/http/route.ts'
import { fileState } from '../files/policy.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/decision.ts'
import * as policy from './policy.ts'

/** Gate: the form of a caller who may not change the transcript is not read. */
export const mayImport: Gate<typeof importTranscript> = async ({ params }, { app, actor }) => {
  const row = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.importTranscript(row, fileState(row)))
}
