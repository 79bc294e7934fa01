import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { prepareMedia } from './steps/prepare-media.ts'
import { toRunJob } from './store/runs.ts'
import { markUploaded } from './store/transitions.ts'

/** Starts the first run of a file when all bytes of its recording are stored. The caller holds the file's row lock. */
export async function startProcessing(trx: Trx, app: App, fileId: number, originalSize: number) {
  const file = await markUploaded(trx, fileId, originalSize)
  await app.jobs.send(trx, prepareMedia, toRunJob(file), { key: `${fileId}:${file.run}` })
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: fileId },
    channels: await fileChannels(trx, file),
  })
  return file
}
