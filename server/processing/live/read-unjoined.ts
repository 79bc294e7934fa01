// Reads a prepared recording again while its segments are separate.
import { setTimeout as pause } from 'node:timers/promises'
import { isJoinedStored } from '../../media/join-recording.ts'
import type { App } from '../../platform/app.ts'
import { setPrepared } from '../store/processing-columns.ts'
import { findRecording } from '../store/recordings.ts'
import { lockRun, type Run, type RunningFile } from '../store/runs.ts'
import { deleteChunksFrom } from '../store/speech-chunks.ts'
import { holdListening } from './hold-listening.ts'
import { completeJoin } from './join-stored.ts'
import { HELD_POLL_MS, STORED_IDLE_MS } from './prepare-recording.ts'
import { readRecording } from './read-recording.ts'

/**
 * Decodes the sound of the chunks of a prepared recording again while its segments are not joined into one file. Returns
 * false for every other file: the caller reads it like an upload.
 */
export async function readUnjoined(app: App, run: Run, file: RunningFile, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted()
    const recording = await findRecording(app.db, file.id)
    if (!recording || recording.isJoined) return false
    const result = await holdListening(app, file.id, signal, async (held) => {
      // Another worker may have joined the segments before this one held the recording.
      if ((await findRecording(app.db, file.id))?.isJoined) return
      // A worker that joins it may have been killed after it replaced the segments.
      if (await isJoinedStored(app, file.video_id)) return completeJoin(app, file, held)
      const { chunkCount } = await readRecording(app, run, file, {
        signal: held,
        isLastTry: false,
        idleMs: STORED_IDLE_MS,
      })
      await app.db.transaction().execute(async (trx) => {
        if (!(await lockRun(trx, run))) return
        await deleteChunksFrom(trx, file.id, chunkCount)
        await setPrepared(trx, file.id, true)
      })
    })
    if (result === 'held') await pause(HELD_POLL_MS, undefined, { signal })
    else if (!(await findRecording(app.db, file.id))?.isJoined) return true
  }
}
