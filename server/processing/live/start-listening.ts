import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findRecordingRun } from '../store/runs.ts'
import { listen } from './listen.ts'

/** Queues the reading of a file that is being recorded, unless a job of it waits or runs. */
export async function startListening(trx: Trx, app: App, fileId: number): Promise<void> {
  const run = await findRecordingRun(trx, fileId)
  if (run) await app.jobs.send(trx, listen, run, { key: `${run.file_id}:${run.run}` })
}
