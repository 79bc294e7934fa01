import type { Actor } from '../server/accounts/actor.ts'
import { findFile, lockFile } from '../server/files/store/files.ts'
import type { App } from '../server/platform/app.ts'
import { stopRun } from '../server/processing/start-again.ts'

/** Cancels the processing of a file after its measurement. Does nothing if the processing is finished. */
export async function stopFile(app: App, actor: Actor, fileId: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await lockFile(trx, fileId)
    const file = await findFile(trx, actor, fileId)
    if (file.status === 'uploaded' || file.status === 'processing') await stopRun(trx, { actor, file })
  })
}
