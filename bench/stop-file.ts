import type { Actor } from '../server/accounts/actor.ts'
import { findFile, lockFile } from '../server/files/store/files.ts'
import type { App } from '../server/platform/app.ts'
import { stopRun } from '../server/processing/cancel-file.ts'

/** Ends the processing of a file that a benchmark has measured, unless it has ended by itself. */
export async function stopFile(app: App, actor: Actor, fileId: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await lockFile(trx, fileId)
    const file = await findFile(trx, actor, fileId)
    if (file.status === 'uploaded' || file.status === 'processing') await stopRun(trx, file, actor.id)
  })
}
