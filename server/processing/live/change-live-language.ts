import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { releaseSpeech } from '../release-speech.ts'
import { findRecordingRun } from '../store/runs.ts'
import { resetChunks } from '../store/speech-chunks.ts'
import { markListenedAgain } from '../store/transitions.ts'
import { startListening } from './start-listening.ts'

/**
 * Another language was chosen for a file that is being recorded: it is read and recognised again from its beginning, for the
 * minutes that are charged already. Does nothing for other files. The caller holds the file's row lock, and has checked that
 * the language is another one.
 */
export async function changeLiveLanguage(trx: Trx, app: App, fileId: number, language: SpokenLanguage): Promise<void> {
  if (!(await findRecordingRun(trx, fileId))) return
  await releaseSpeech(trx, [fileId])
  await resetChunks(trx, fileId, 'all')
  await markListenedAgain(trx, fileId, language)
  await startListening(trx, app, fileId)
}
