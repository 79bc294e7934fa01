import type { redoFile as contract } from '@kaiwa/contract/files.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import type { Handler } from '../platform/http/route.ts'
import * as policy from './policy.ts'
import { openForRun, startAgain } from './start-again.ts'

/** Cancels a run that seems stuck and starts another one; recognised chunks are kept. */
export const redoFile: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const open = await openForRun(trx, context.actor, params.fileId, policy.redo)
    await startAgain(trx, context.app, open, open.file.language)
    return readFile(trx, readerOf({ ...context, actor: open.actor }), open.file.id)
  })
