import type { changeLanguage as contract } from '@kaiwa/contract/files.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { findFile, lockFile } from '../files/store/files.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { stopRun } from './cancel-file.ts'
import * as policy from './policy.ts'
import { assertMinutes, endEditing, startAgain } from './retry-file.ts'

/** Permission check that runs before the language is read. */
export const mayChangeLanguage: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.changeLanguage(file, fileState(file)))
}

/**
 * Recognises a file again in another language: ends a running analysis, or replaces a transcript that was not edited.
 */
export const changeLanguage: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    const state = fileState(file)
    assertAllowed(policy.changeLanguage(file, state))
    if (body.language !== file.language) {
      await assertMinutes(trx, file)
      await endEditing(trx, file, actor)
      if (policy.cancel(file, state).allowed) await stopRun(trx, file, actor.id)
      await startAgain(trx, context.app, file, { userId: actor.id, language: body.language })
    }
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })
