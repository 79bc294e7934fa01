import type { retryFile as contract } from '@kaiwa/contract/files.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { findFile } from '../files/store/files.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from './policy.ts'
import { openForRun, startAgain } from './start-again.ts'

/** Permission check that runs before the body of a retry is read. */
export const mayRetry: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.retry(file, fileState(file)))
}

/**
 * Resumes a failed or canceled file after its last finished step, optionally in another language, or recognises again what
 * is missing.
 */
export const retryFile: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const open = await openForRun(trx, context.actor, params.fileId, policy.retry)
    await startAgain(trx, context.app, open, body?.language ?? open.file.language)
    return readFile(trx, readerOf({ ...context, actor: open.actor }), open.file.id)
  })
