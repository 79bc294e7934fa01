import type { changeLanguage as contract } from '@kaiwa/contract/files.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import { findFile } from '../files/store/files.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from './policy.ts'
import { openForRun, startAgain } from './start-again.ts'

/** Permission check that runs before the language is read. */
export const mayChangeLanguage: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.changeLanguage(file, fileState(file)))
}

/** Recognises a file again in another language: ends a running analysis, or replaces a transcript that was not edited. */
export const changeLanguage: Handler<typeof contract> = ({ params, body: { language } }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const open = await openForRun(trx, context.actor, params.fileId, policy.changeLanguage)
    if (language !== open.file.language) await startAgain(trx, context.app, open, language)
    return readFile(trx, readerOf({ ...context, actor: open.actor }), open.file.id)
  })
