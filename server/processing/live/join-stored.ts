// Replaces the segments of a prepared recording by one file, without an effect on its transcript. Safe after a kill at any
// moment: the joined file is stored next to the segments, replaces them, is written to the database, and its copy is removed.
import type { Probe } from '@kaiwa/media-tools'
import { lowerUsage, recordUsage, refundUsage } from '../../billing/record-usage.ts'
import { saveExtension } from '../../files/store/file-extension.ts'
import { playsInStep } from '../../media/inspect.ts'
import { inspectJoined, type JoinedPart, joinedKey, joinSegments, replaceByJoined } from '../../media/join-recording.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Postponed } from '../../platform/jobs/postponed.ts'
import { findPreparing, saveJoined } from '../store/processing-columns.ts'
import { findRecording, lockUnjoined, markJoined } from '../store/recordings.ts'
import { holdListening } from './hold-listening.ts'
import type { Listened } from './listened.ts'

const HELD_SECONDS = 5

/** Does nothing for other files, and for recordings that are joined. Throws SandboxFailure, and Postponed while it is read. */
export async function joinStored(app: App, fileId: number, signal: AbortSignal): Promise<void> {
  const [file, recording] = [await findPreparing(app.db, fileId), await findRecording(app.db, fileId)]
  if (!file || !recording?.listened) return
  if (!recording.isJoined) {
    const parts = partsOf(recording.listened)
    if (parts.length === 0) return
    await joinSegments(app, file.video_id, parts, signal)
    // No worker may read the segments while they are replaced.
    const complete = (held: AbortSignal) => completeJoin(app, file, held)
    if ((await holdListening(app, fileId, signal, complete)) === 'held') throw new Postponed(HELD_SECONDS)
  }
  await app.storage.delete(joinedKey(file.video_id))
}

/**
 * Replaces the segments by the stored joined file and records it. Also completes what a killed worker began. The caller has
 * the recording by `holdListening`. May be repeated. Throws SandboxFailure.
 */
export async function completeJoin(
  app: App,
  { id, video_id: videoId }: { id: number; video_id: string },
  signal: AbortSignal,
): Promise<void> {
  const { probe } = await inspectJoined(app, videoId, signal)
  const size = await replaceByJoined(app, videoId)
  await app.db.transaction().execute((trx) => save(trx, id, size, probe))
}

function partsOf({ segments }: Listened): JoinedPart[] {
  return segments.flatMap(({ kind, probe, from, to, start, end, removed }) =>
    kind && probe?.audio && end > start ? [{ kind, probe, from, to, seconds: end - start, removed }] : [],
  )
}

/** The extension of a file that contains this. */
function extensionOf({ container, video, audio }: Probe): string {
  if (container === 'mp4') return video ? 'mp4' : 'm4a'
  const isWebm = [audio, video].every(
    (stream) => !stream || ['opus', 'vorbis', 'vp8', 'vp9', 'av1'].includes(stream.codec),
  )
  if (!isWebm) return 'mkv'
  return video ? 'webm' : 'weba'
}

async function save(trx: Trx, fileId: number, size: number, probe: Probe): Promise<void> {
  const file = await lockUnjoined(trx, fileId)
  if (!file) return
  const playsOriginal = playsInStep(probe)
  const before = await saveJoined(trx, fileId, { size, probe, playsOriginal })
  await saveExtension(trx, fileId, extensionOf(probe))
  await markJoined(trx, fileId)
  const [cause, newCause] = [`file:${fileId}:original`, `file:${fileId}:joined`]
  if (size < before) return lowerUsage(trx, cause, { amount: size, newCause })
  if (size === before) return
  await refundUsage(trx, cause)
  const { workspace_id: workspaceId, created_by: userId } = file
  await recordUsage(trx, { workspaceId, userId, fileId, kind: 'storage', amount: size, cause: newCause })
}
