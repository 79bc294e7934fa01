import type { cancelFile as contract } from '@kaiwa/contract/files.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import type { Handler } from '../platform/http/route.ts'
import * as policy from './policy.ts'
import { openForRun, stopRun } from './start-again.ts'

/** Stops the analysis. Charged minutes remain charged; recognised chunks are kept for a resume. */
export const cancelFile: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const open = await openForRun(trx, context.actor, params.fileId, policy.cancel)
    await stopRun(trx, open)
    return readFile(trx, readerOf({ ...context, actor: open.actor }), open.file.id)
  })
