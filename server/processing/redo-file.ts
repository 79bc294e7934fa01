import type { redoFile as contract } from '@kaiwa/contract/files.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { findFile, lockFile } from '../files/store/files.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { stopRun } from './cancel-file.ts'
import * as policy from './policy.ts'
import { startAgain } from './retry-file.ts'

/** Cancels a run that seems stuck and starts another one; recognised chunks are kept. */
export const redoFile: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    assertAllowed(policy.redo(file, fileState(file)))
    await stopRun(trx, file, actor.id)
    await startAgain(trx, context.app, file, { userId: actor.id, language: file.language })
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })
