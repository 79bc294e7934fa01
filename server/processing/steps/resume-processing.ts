import type { App } from '../../platform/app.ts'
import { assembleWhenComplete } from './assemble-when-complete.ts'
import { isAffordable, settleCharge } from '../charge.ts'
import { openEngines } from '../engines/open-engines.ts'
import { enqueueWaitingChunks } from './enqueue-chunk.ts'
import { failFile } from '../fail-file.ts'
import { lockRun, type Run } from '../store/runs.ts'
import { chunkTotals } from '../store/speech-chunks.ts'

/**
 * Continues after the recording was prepared: fails the file if something prevents its transcript, otherwise queues the
 * waiting chunks.
 */
export const resumeProcessing = async (app: App, run: Run): Promise<void> => {
  const engines = await openEngines(app)
  await app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file?.prepared_at) return
    const totals = await chunkTotals(trx, file.id)
    if (totals.waiting + totals.recognised + totals.failed === 0) return failFile(trx, file, 'no-transcript')
    if (!(await settleCharge(trx, file))) return failFile(trx, file, 'not-enough-minute')
    if (totals.waiting > 0) {
      const choice = engines.choose(file)
      if (!choice.engine) return failFile(trx, file, 'transcript-failed', choice.note)
      if (!(await isAffordable(trx, file))) return failFile(trx, file, 'not-enough-minute')
      await enqueueWaitingChunks(trx, app, run)
    }
    await assembleWhenComplete(trx, app, file)
  })
}
