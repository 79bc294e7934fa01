// Makes the playback files of a recording without speech, whose file has already reached its final state. Until then
// the original is played. If the job fails because of an outage, however long, the reconciliation queues it again; only
// a recording that cannot be prepared keeps playing the original.
import type { Probe } from '@kaiwa/media-tools'
import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { emit } from '../../platform/events/emit.ts'
import { job } from '../../platform/jobs/job.ts'
import { failureOfJob, MOST_DEATHS } from '../../processing/fail-run.ts'
import { whileSo } from '../../processing/run.ts'
import { keepPlayable } from '../keep-playable.ts'
import { mediaKey, originalKey, WAVEFORM } from '../keys.ts'
import { makePlayable } from '../make-playable.ts'
import { finalFailure } from '../preparation-failure.ts'
import { removeLeftovers } from '../remove-leftovers.ts'
import { fileChannels } from '../../tree/rights/folder-listeners.ts'

type Playback = { file_id: number }

export const preparePlayback = job<Playback>({
  name: 'media.playback',
  retries: 4,
  retryDelay: 60,
  timeout: 12 * 3600,
  unique: 'exclusive',
  giveUp: async (playback, { app, reason }) => {
    if (failureOfJob(reason) === 'timeout') await leave(app, playback)
  },
  run: async (playback, { app, attempt, signal, log, isLastTry }) => {
    if (attempt > MOST_DEATHS) return leave(app, playback)
    const file = await awaiting(app.db, playback)
    if (!file) return
    const isLast = await isLastTry()
    try {
      const isAwaited = async () => (await awaiting(app.db, playback)) !== undefined
      await whileSo(isAwaited, signal, (over) => prepare(app, file, over, isLast))
    } catch (error) {
      if (signal.aborted) throw error
      if (!(await awaiting(app.db, playback))) return
      const failure = finalFailure(error, isLast)
      log.warn({ err: failure, file_id: file.id }, 'playback preparation failed: the original recording is played')
      await leave(app, playback)
    } finally {
      await removeLeftovers(app, file)
    }
  },
})

/** Queues the job in the transaction that ends the file. */
export const sendPreparePlayback = (trx: Trx, app: App, fileId: number) =>
  app.jobs.send(trx, preparePlayback, { file_id: fileId }, { key: String(fileId) })

/** The file, if it still waits for its playback files. */
const awaiting = (db: Db, { file_id }: Playback) =>
  db
    .selectFrom('files')
    .select(['id', 'video_id', 'probe'])
    .where('id', '=', file_id)
    .where('is_preparing', '=', true)
    .executeTakeFirst()

/** The playback files cannot be made: the browser plays the original if it can. */
const leave = async (app: App, { file_id }: Playback): Promise<void> => {
  await app.db.updateTable('files').set({ is_preparing: false }).where('id', '=', file_id).execute()
}

const prepare = (
  app: App,
  { id, video_id: videoId, probe: kept }: NonNullable<Awaited<ReturnType<typeof awaiting>>>,
  signal: AbortSignal,
  isLastTry: boolean,
): Promise<void> =>
  app.storage.withLocalFile(originalKey(videoId), async (path) => {
    // Stored by the prepare job, including the duration.
    const probe = kept as unknown as Probe & { duration: number }
    const inspected = { probe, duration: probe.duration }
    const playable = await makePlayable(app, { path, videoId, inspected, isLastTry }, signal)
    const waveform = await app.storage.head(mediaKey(videoId, WAVEFORM))
    await app.db.transaction().execute(async (trx) => {
      const file = await trx
        .selectFrom('files')
        .select(['id', 'workspace_id', 'created_by', 'project_id'])
        .where('id', '=', id)
        .where('is_preparing', '=', true)
        .forUpdate()
        .executeTakeFirst()
      if (!file) return
      await keepPlayable(trx, file, playable, waveform?.size ?? 0)
      await emit(trx, {
        type: 'file.updated',
        data: { project_file_id: id },
        channels: await fileChannels(trx, { id, project_id: file.project_id }),
      })
    })
  })
