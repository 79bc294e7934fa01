// A file becomes processed by the end of its run or by an import. Nothing else publishes file.processed.
import type { FileNote } from '@kaiwa/contract/files.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { releaseSpeech } from './release-speech.ts'
import type { RunningFile } from './store/runs.ts'
import { markImported, markProcessed, openTranscript } from './store/transitions.ts'

interface Finished {
  id: number
  project_id: number
}

async function publishProcessed(trx: Trx, file: Finished, from: { imported_by?: number }): Promise<void> {
  await publish(trx, {
    type: 'file.processed',
    data: { project_file_id: file.id, ...from },
    channels: await fileChannels(trx, file),
  })
}

/** The run ends with a transcript. The caller holds the file's row by `lockRun`. */
export async function finishRun(trx: Trx, file: RunningFile, note: FileNote | null): Promise<void> {
  await releaseSpeech(trx, [file.id])
  await markProcessed(trx, file.id, note)
  await publishProcessed(trx, file, {})
}

/**
 * The transcript was imported by a person. Charges no minutes; those that were charged stay. A job that still runs finds
 * that its run has ended. Publishes nothing for a file that was processed before. The caller holds the file's row lock.
 */
export async function finishByImport(
  trx: Trx,
  file: Finished & { status: string },
  { language, importedBy }: { language: 'ja' | 'en'; importedBy: number },
): Promise<void> {
  await markImported(trx, file.id, language)
  if (file.status !== 'processed') await publishProcessed(trx, file, { imported_by: importedBy })
}

/** The transcript of a file, created if there is none, for an import. The caller holds the file's row lock. */
export function ensureTranscript(trx: Trx, fileId: number) {
  return openTranscript(trx, fileId)
}
