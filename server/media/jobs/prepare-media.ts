// Prepare: look at the recording, make all that the player needs, cut its speech into chunks. It may run twice: cutting
// is deterministic, so a repeated pass finds its own chunks again, and what was recognised stays.
import type { Segment } from '@kaiwa/media-tools'
import { sql } from 'kysely'
import { record } from '../../billing/record.ts'
import type { App } from '../../platform/app.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { job } from '../../platform/jobs/job.ts'
import type { EngineOfFile } from '../../transcription/active-engine.ts'
import { beginProcessing } from '../../transcription/begin.ts'
import { openEngines } from '../../transcription/engines.ts'
import { enlistChunk } from '../../transcription/enlist-chunk.ts'
import { failRun, failureOfJob, MOST_DEATHS } from '../../transcription/fail-run.ts'
import { goOn } from '../../transcription/go-on.ts'
import { isCurrent, lockRun, type Run, type RunningFile, whileCurrent } from '../../transcription/run.ts'
import { updateEstimate } from '../../transcription/update-estimate.ts'
import { inspect, type Inspected } from '../inspect.ts'
import { chunkKey, mediaPrefix, originalKey, speechPrefix } from '../keys.ts'
import { readFailure } from '../preparation-failure.ts'
import { type Prepared, preparePass, segmentWav } from '../prepare-pass.ts'
import { tellProgress } from '../tell-progress.ts'
import { SandboxFailure } from '../sandbox/failure.ts'

export const prepareMedia = job<Run>({
  name: 'media.prepare',
  concurrency: 2,
  retries: 4,
  timeout: 12 * 3600,
  unique: 'exclusive',
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt, signal, log, isLastTry }) => {
    if (attempt > MOST_DEATHS) return failRun(app, run, 'transcript-failed')
    const file = await beginProcessing(app, run)
    if (!file) return
    const isLast = await isLastTry()
    try {
      if (!file.prepared_at) {
        await whileCurrent(app.db, run, signal, (over) => prepare(app, run, file, over, isLast))
      }
      await goOn(app, run)
    } catch (error) {
      if (signal.aborted) throw error
      if (!(await isCurrent(app.db, run))) return
      // Who kills a program from outside, the system short of memory say, may not do it again.
      if (error instanceof SandboxFailure && error.kind === 'crashed' && !isLast) throw error
      const failure = readFailure(error)
      if (!failure) throw error
      log.warn({ err: error, file_id: run.file_id }, 'A recording could not be prepared')
      await failRun(app, run, failure.reason, failure.note)
    } finally {
      await removeLeftovers(app, file)
    }
  },
})

/** Whoever deleted the file meanwhile removed what was stored of it then; what came after goes here. */
const removeLeftovers = async (app: App, { id, video_id }: RunningFile): Promise<void> => {
  const there = await app.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  if (there) return
  await app.storage.deletePrefix(mediaPrefix(video_id))
  await app.storage.deletePrefix(speechPrefix(video_id))
}

const prepare = (app: App, run: Run, file: RunningFile, signal: AbortSignal, isLastTry: boolean): Promise<void> =>
  app.storage.withLocalFile(originalKey(file.video_id), async (path) => {
    const inspected = await app.work.withFolder((cwd) => inspect(path, { cwd, signal }, app.config.maxFileMinutes))
    const choice = (await openEngines(app)).choose(file)
    await keepInspection(app, run, inspected, choice)
    const progress = tellProgress(app, run, choice.engine?.id ?? null)
    const recording = { path, videoId: file.video_id, inspected, isLastTry }
    const prepared = await preparePass(app, recording, signal, {
      onSegment: (segment) => keepSegment(app, run, file.video_id, segment, choice.engine !== null),
      onProgress: progress.reached,
    })
    await progress.told()
    await keepPrepared(app, run, prepared)
  })

const keepInspection = (app: App, run: Run, { probe, duration }: Inspected, choice: EngineOfFile): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    const found = {
      duration,
      is_audio: probe.video === null,
      is_original_playable: true,
      media_read: 0,
      media_speed: 0,
    }
    await trx
      .updateTable('files')
      .set({ ...found, probe: jsonb(probe), note: choice.note && jsonb(choice.note) })
      .where('id', '=', file.id)
      .execute()
    await updateEstimate(trx, { ...file, ...found }, choice.engine?.id)
  })

const keepSegment = async (app: App, run: Run, videoId: string, segment: Segment, hasEngine: boolean) => {
  const key = chunkKey(videoId, segment.index)
  await app.storage.put(key, segmentWav(segment), { contentType: 'audio/wav' })
  const envelope = segment.envelopes.map((channel) => Array.from(channel, Math.round))
  const enlisted = await enlistChunk(
    app,
    run,
    {
      position: segment.index,
      start_time: segment.start,
      end_time: segment.end,
      storage_key: key,
      envelope: envelope.length > 0 ? envelope : null,
    },
    hasEngine,
  )
  if (!enlisted) throw new Error('This run of the file is over')
}

const keepPrepared = (app: App, run: Run, prepared: Prepared): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await trx
      .updateTable('files')
      .set({
        prepared_at: sql`now()`,
        duration: prepared.decodedSeconds,
        is_audio: prepared.isAudio,
        is_playable: true,
        thumbnail_count: prepared.thumbnailCount,
        has_thumbnail: prepared.hasThumbnail,
        derived_size: prepared.derivedSize,
        has_separate_channels: prepared.separateChannels,
      })
      .where('id', '=', file.id)
      .execute()
    await record(trx, {
      workspaceId: file.workspace_id,
      userId: file.created_by,
      fileId: file.id,
      kind: 'storage',
      amount: prepared.derivedSize,
      cause: `file:${file.id}:derived`,
    })
  })
