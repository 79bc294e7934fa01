import type { Trx } from '../platform/database/database.ts'
import { releaseSpeech } from './release-speech.ts'
import { markCanceled } from './store/transitions.ts'

/**
 * Ends the runs of these files, which become canceled. Charged minutes remain charged; recognised chunks are kept for a
 * resume. Publishes nothing. The caller holds the files' row locks.
 */
export async function stopRuns(trx: Trx, fileIds: readonly number[], userId: number): Promise<void> {
  await releaseSpeech(trx, fileIds)
  await markCanceled(trx, fileIds, userId)
}
