// Clips for download, cut out of the streaming media. A clip is made in a queue while its client waits, and is not
// stored: no row of the database refers to it.
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import {
  CLIP_FILES,
  type ClipKind,
  clipPart,
  clipRun,
  HLS_MEDIA,
  lacksSound,
  parseStreamHead,
  PLAYLIST,
  STREAM_HEAD_BYTES,
  streamHeadRun,
  streamSegments,
} from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { FairQueue, type Turn } from '../platform/fair-queue.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { MissingObject } from '../platform/storage/storage.ts'
import { runSandboxed } from '../platform/sandbox/run-sandboxed.ts'
import { SandboxFailure } from '../platform/sandbox/sandbox-failure.ts'
import { FFMPEG_THREADS, INSPECTION_LIMITS } from './inspect.ts'
import { mediaKey } from './keys.ts'
import { memoryFor } from './pass-limits.ts'

export interface ClipOrder {
  videoId: string
  kind: ClipKind
  /** Seconds of the recording. */
  start: number
  end: number
  /** Seconds of the whole recording. */
  duration: number
}

/** Ten minutes of video with 720 lines take two to three minutes on two cores. */
const CLIP_LIMITS = {
  cpuSeconds: 1200,
  fileSizeBytes: 2048 * BYTES_PER_MB,
  timeoutSeconds: 600,
}

/** Limit for the part of the stream that is copied to disk: ten minutes of 25 MBit/s. */
const MAX_PART_BYTES = 2048 * BYTES_PER_MB

/** The clips of this process. Each running one has a part of a stream on disk. */
const queue = new FairQueue({ width: 2, widthPerWorkspace: 1, perAccount: 2, perWorkspace: 6, waiting: 12 })

async function copyOut(app: App, key: string, part: { start: number; end: number }, file: string, signal: AbortSignal) {
  const content = await app.storage.get(key, { start: part.start, end: part.end - 1 })
  await pipeline(content, createWriteStream(file), { signal })
}

/**
 * Maps errors to refusals: a clip that takes too much time, memory or disk space is refused, and the user may choose a
 * shorter one. The stream may be deleted while the clip is made.
 */
export function clipFailure(error: unknown): unknown {
  if (error instanceof MissingObject) return new Refusal('E_NOT_FOUND')
  if (!(error instanceof SandboxFailure)) return error
  if (error.kind === 'too-large') return invalid({ end: ['max'] })
  return error.kind === 'timeout' || error.kind === 'memory' ? new Refusal('E_UNAVAILABLE') : error
}

async function cut(app: App, order: ClipOrder, folder: string, signal: AbortSignal): Promise<FileHandle> {
  const { videoId, kind, start, end } = order
  const segments = streamSegments(await text(await app.storage.get(mediaKey(videoId, PLAYLIST))))
  const part = clipPart(segments, order)
  if (!part) throw invalid({ start: ['max'] })
  if (part.end - part.start > MAX_PART_BYTES) throw invalid({ end: ['max'] })
  const key = mediaKey(videoId, HLS_MEDIA)
  const headEnd = Math.min(STREAM_HEAD_BYTES, segments.at(-1)?.end ?? 0)
  await copyOut(app, key, { start: 0, end: headEnd }, join(folder, 'head.ts'), signal)
  await copyOut(app, key, part, join(folder, 'part.ts'), signal)
  const where = { cwd: folder, signal }
  const head = parseStreamHead(
    (await runSandboxed(streamHeadRun('head.ts'), { ...INSPECTION_LIMITS, ...where })).stdout,
  )
  if (!head) throw new TypeError('a stream without a start')
  const plan = { ...head, file: 'part.ts', partFrom: part.from, kind, start, end, threads: FFMPEG_THREADS }
  const options = { ...CLIP_LIMITS, memoryBytes: memoryFor({ video: head.size }), ...where }
  await runSandboxed(clipRun(plan), options).catch((error: unknown) => {
    if (!(error instanceof SandboxFailure && lacksSound(error.detail))) throw error
    return runSandboxed(clipRun({ ...plan, isSilent: true }), options)
  })
  return open(join(folder, CLIP_FILES[kind]), 'r')
}

/**
 * Makes a clip of a recording that has streaming media. The file has no name any more: closing the handle deletes it.
 * Refuses times behind the end of the stream (422). Aborting `signal` ends the programs and removes all files.
 */
export function makeClip(app: App, order: ClipOrder, turn: Turn, signal: AbortSignal): Promise<FileHandle> {
  return queue.run(
    turn,
    async () => {
      try {
        return await app.work.withFolder((folder) => cut(app, order, folder, signal))
      } catch (error) {
        // After an abort, copying the stream rejects with another error than the signal's reason.
        signal.throwIfAborted()
        throw clipFailure(error)
      }
    },
    signal,
  )
}
