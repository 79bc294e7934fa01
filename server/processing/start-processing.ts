import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { prepareMedia } from './steps/prepare-media.ts'
import { ensureRecording } from './store/recordings.ts'
import { findRecordingRun, toRunJob } from './store/runs.ts'
import { markStopped, markUploaded } from './store/transitions.ts'

/**
 * Starts the first run of a file when all bytes of its recording are stored. The run of a file that was being recorded
 * continues, with the chunks that are already recognised. The caller holds the file's row lock.
 */
export async function startProcessing(trx: Trx, app: App, fileId: number, originalSize: number) {
  const isRecording = (await findRecordingRun(trx, fileId)) !== undefined
  if (isRecording) await ensureRecording(trx, fileId)
  const file = await (isRecording ? markStopped : markUploaded)(trx, fileId, originalSize)
  await app.jobs.send(trx, prepareMedia, toRunJob(file), { key: `${fileId}:${file.run}` })
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: fileId },
    channels: await fileChannels(trx, file),
  })
  return file
}
