import type { exportClip as contract } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { CLIP_FILES } from '@kaiwa/media-tools/clip.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { fileState } from '../files/policy.ts'
import { type FileRow, findFile } from '../files/store/files.ts'
import { clientSignal } from '../platform/http/client-signal.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { plainFileName } from '../platform/plain-file-name.ts'
import { invalid } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { makeClip } from './make-clip.ts'
import { clip } from './policy.ts'

const TYPES = { audio: 'audio/mp4', video: 'video/mp4' } as const
/** A shorter clip would have no sample. */
const MIN_SECONDS = 0.001
const MAX_SECONDS = { audio: LIMITS.clipMinutes * 60, video: LIMITS.videoClipMinutes * 60 } as const

function clipTimes(
  { start, end, kind }: { start: number; end: number; kind: 'audio' | 'video' },
  { duration, is_audio }: FileRow,
): { start: number; end: number } {
  if (kind === 'video' && is_audio) throw invalid({ kind: ['incorrect'] })
  if (start >= duration) throw invalid({ start: ['max'] })
  if (end - start < MIN_SECONDS) throw invalid({ end: ['min'] })
  if (end - start > MAX_SECONDS[kind]) throw invalid({ end: ['max'] })
  // The last word may end a moment after the recording.
  return { start, end: Math.min(end, duration) }
}

function clipName(title: string, { start, end }: { start: number; end: number }, kind: 'audio' | 'video'): string {
  const times = [start, end].map((time) => formatTime(time).replaceAll(':', '-')).join('_')
  const extension = CLIP_FILES[kind].split('.').at(-1)
  return `${plainFileName(title) || 'clip'} ${times}.${extension}`
}

/**
 * A part of the recording as a file. The rights are checked again when the clip is made: it may have waited for its turn
 * and takes minutes. It is given up when the client leaves.
 */
export const exportClip: FileHandler<typeof contract> = async ({ params, query }, { app, actor, reply }) => {
  const find = async (who: typeof actor): Promise<FileRow> => {
    const row = await findFile(app.db, who, params.fileId)
    assertAllowed(clip(row, fileState(row)))
    return row
  }
  const row = await find(actor)
  const times = clipTimes(query, row)
  const signal = clientSignal(reply)
  const handle = await makeClip(
    app,
    { videoId: row.video_id, kind: query.kind, ...times, duration: row.duration },
    { accountId: actor.id, workspaceId: actor.workspaceId },
    signal,
  )
  try {
    const { title } = await find(await app.db.transaction().execute((trx) => reloadActor(trx, actor)))
    const { size } = await handle.stat()
    return new FileAnswer(TYPES[query.kind], clipName(title, times, query.kind), { handle, size })
  } catch (error) {
    await handle.close()
    throw error
  }
}
