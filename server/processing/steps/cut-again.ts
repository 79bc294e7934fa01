import { extractSpeech } from '../../media/extract-speech.ts'
import { withTimedOriginal } from '../../media/shift-matroska.ts'
import type { App } from '../../platform/app.ts'
import { openEngines } from '../engines/open-engines.ts'
import { readUnjoined } from '../live/read-unjoined.ts'
import { setPrepared } from '../store/processing-columns.ts'
import { findRun, lockRun, type Run, type RunningFile } from '../store/runs.ts'
import { deleteChunksFrom } from '../store/speech-chunks.ts'
import { saveChunk } from './save-chunk.ts'
import { storedInspection } from './stored-inspection.ts'

/**
 * Stores the sound of the waiting chunks of a prepared recording again, from the original: an earlier run cut them, and
 * their sound was removed when it ended. The chunks are queued as soon as they are cut.
 */
export async function cutAgain(app: App, run: Run, file: RunningFile, signal: AbortSignal): Promise<void> {
  if (await readUnjoined(app, run, file, signal)) return
  // Read again: the original may have become another file in the meantime.
  const current = await findRun(app.db, run)
  if (current) await cutOriginal(app, run, current, signal)
}

function cutOriginal(app: App, run: Run, file: RunningFile, signal: AbortSignal): Promise<void> {
  const videoId = file.video_id
  return withTimedOriginal(app, videoId, signal, async (path) => {
    const recording = { path, videoId, inspected: storedInspection(file.probe), isLastTry: false }
    const hasEngine = (await openEngines(app)).choose(file).engine !== null
    const { segmentCount } = await extractSpeech(app, recording, signal, {
      onSegment: (segment) => saveChunk(app, run, { videoId, segment, hasEngine }),
      onAnalysed: () => undefined,
    })
    await app.db.transaction().execute(async (trx) => {
      if (!(await lockRun(trx, run))) return
      await deleteChunksFrom(trx, file.id, segmentCount)
      await setPrepared(trx, file.id, true)
    })
  })
}
