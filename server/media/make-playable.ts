import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Encode,
  type Interval,
  keyframeRun,
  keyframesAreDense,
  longStart,
  picturesRun,
  playlistSeconds,
  preparedFiles,
  type Probe,
  streamRun,
  type ToolRun,
} from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { FFMPEG_THREADS, INSPECTION_LIMITS } from './inspect.ts'
import { mediaKey } from './keys.ts'
import { MAX_PASS_SECONDS, passLimits } from './pass-limits.ts'
import { PreparationFailure } from './preparation-failure.ts'
import type { Recording } from './inspected-recording.ts'
import { SandboxFailure, type SandboxFailureKind } from '../platform/sandbox/sandbox-failure.ts'
import { runSandboxed, type SandboxOptions } from '../platform/sandbox/run-sandboxed.ts'
import { runConcurrently } from './run-concurrently.ts'
import { copiesAudio, copiesVideo, PLAYLIST } from '@kaiwa/media-tools/hls-output.ts'

/** The playback files of a recording. */
export interface Playable {
  /** Size of streaming media and pictures in bytes. */
  size: number
  /** Length of the stream in seconds. */
  seconds: number
  /** True if the recording has no video, or its video could not be read. */
  isAudio: boolean
  thumbnailCount: number
  hasThumbnail: boolean
}

interface Making {
  /** Seconds of the recording done so far, about once per second. */
  onProgress?: (seconds: number) => void
  /** Nothing is stored before this promise resolves with what the stream needs to keep its times. */
  mayStore?: Promise<Needs>
}

/** Results of the analysis of the sound that the playback files depend on. */
export interface Needs {
  encode: Encode
  /** Start of the sound in seconds. */
  start: number
  longGaps: readonly Interval[]
  /** Length of the sound in seconds. */
  seconds: number
}

const contentTypes: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  jpg: 'image/jpeg',
}

/** Stores those of the expected files that exist. The playlist is stored last: if it exists, all other files do. */
async function store(storage: Storage, videoId: string, folder: string, names: readonly string[]) {
  const stored = new Map<string, number>()
  for (const name of names) {
    const path = join(folder, name)
    const there = await stat(path).catch(() => null)
    if (!there || there.size === 0) continue
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
    await storage.take(mediaKey(videoId, name), path, contentType ? { contentType } : {})
    stored.set(name, there.size)
  }
  return stored
}

/** Combines the progress of `count` workers: reports the smallest value. A finished worker reports Infinity. */
export function minProgress(count: number, onProgress: (seconds: number) => void) {
  const progress = Array.from({ length: count }, () => 0)
  return (worker: number, seconds: number): void => {
    progress[worker] = seconds
    const min = Math.min(...progress)
    if (Number.isFinite(min)) onProgress(min)
  }
}

/** Failures that a video can cause. */
const OF_PICTURES: ReadonlySet<SandboxFailureKind> = new Set(['refused', 'too-large', 'memory'])

/** True if the video may be the cause of the error, so that a second try with sound only is worthwhile. */
function mayBePictures(error: unknown, isLastTry: boolean): boolean {
  return error instanceof SandboxFailure && (OF_PICTURES.has(error.kind) || (error.kind === 'crashed' && isLastTry))
}

/**
 * Makes and stores streaming media and pictures. If the video cannot be read, only the sound is prepared. Throws
 * SandboxFailure and PreparationFailure.
 */
export async function makePlayable(
  app: App,
  recording: Recording,
  signal: AbortSignal,
  making: Making = {},
): Promise<Playable> {
  const until = performance.now() / 1000 + MAX_PASS_SECONDS
  const { probe } = recording.inspected
  const attempts: Attempt[] = [
    { probe, encode: 'nothing' },
    // Damaged packets can be decoded, but not copied.
    ...(copiesVideo(probe, 'nothing') ? [{ probe, encode: 'everything' as const }] : []),
    ...(probe.video ? [{ probe: { ...probe, video: null }, encode: 'nothing' as const }] : []),
  ]
  for (const [index, attempt] of attempts.entries()) {
    try {
      return await app.work.withFolder((folder) =>
        make(app, { ...recording, ...attempt, until, folder }, signal, making),
      )
    } catch (error) {
      if (index === attempts.length - 1 || !mayBePictures(error, recording.isLastTry)) throw error
      app.log.warn({ err: error, video_id: recording.videoId }, 'the video could not be read: preparing it another way')
    }
  }
  throw new TypeError('no attempt')
}

/** Less is what a decoder needs to begin. */
const MAX_LATE_SECONDS = 0.1
/** Players skip sound without pictures, and the playlist counts pictures only. */
const MAX_SECONDS_WITHOUT_PICTURES = 0.5
/** Repeated pictures are encoded, which takes time; a recording that lacks more of them is a broken or rare one. */
const MAX_FILLED_SECONDS = 7_200
/** A longer video that is copied is not encoded only because pictures are missing: that takes longer than the rest. */
const MAX_ENCODED_FOR_FILL = 3_600

interface Attempt {
  probe: Probe
  encode: Encode
}

async function make(
  app: App,
  { path, videoId, inspected, probe, encode, until, folder }: Recording & Attempt & { until: number; folder: string },
  signal: AbortSignal,
  { onProgress = () => undefined, mayStore }: Making,
): Promise<Playable> {
  const { duration } = inspected
  const { maxFileMinutes, maxFileMb } = app.config
  const plan = { path, probe, duration, maxSeconds: maxFileMinutes * 60, threads: FFMPEG_THREADS }
  const limits = passLimits(probe, duration, { remaining: until - performance.now() / 1000, maxFileMb })
  const reached = minProgress(2, onProgress)
  const run = async (which: number, program: ToolRun | null, both: AbortSignal): Promise<void> => {
    const report = (seconds: number): void => reached(which, seconds)
    if (program) await runSandboxed(program, { ...limits, cwd: folder, signal: both, onProgress: report })
    reached(which, Infinity)
  }
  const makeAll = (encoding: Encode, longGaps: readonly Interval[] = [], fillTo: number | null = null) =>
    runConcurrently(signal, [
      (both) => run(0, streamRun({ ...plan, encode: encoding, longGaps, fillTo }), both),
      async (both) => {
        const where = { cwd: folder, signal: both }
        const denseKeyframes = copiesVideo(probe, encoding) && (await hasDenseKeyframes(path, probe, duration, where))
        await run(1, picturesRun({ ...plan, denseKeyframes, encode: encoding }), both)
      },
    ])
  const readPlaylist = async () => playlistSeconds(await readFile(join(folder, PLAYLIST), 'utf8').catch(() => ''))
  const makeAgain = async ({ encode: needed, start, longGaps, seconds: end }: Needs) => {
    const missing = probe.video === null ? 0 : end - (await readPlaylist())
    const isLongCopy = copiesVideo(probe, encode) && duration > MAX_ENCODED_FOR_FILL
    const isFilled = missing > MAX_SECONDS_WITHOUT_PICTURES && missing <= MAX_FILLED_SECONDS && !isLongCopy
    const fillTo = isFilled ? end : null
    // Without video, the stream would begin with its first sound.
    const late = probe.video === null && start > MAX_LATE_SECONDS
    const gaps = [...(late ? longStart(start) : []), ...longGaps]
    const isCopied =
      ((needed !== 'nothing' || late) && copiesAudio(probe, encode)) ||
      (needed === 'everything' && copiesVideo(probe, encode))
    if (!isCopied && gaps.length === 0 && fillTo === null) return
    const least = needed === 'nothing' ? 'sound' : needed
    await makeAll(encode === 'everything' || fillTo !== null ? 'everything' : least, gaps, fillTo)
  }
  await makeAll(encode)
  // Only the analysis of the sound finds gaps. They are rare, so the stream is not delayed until they are known.
  const needs = await mayStore
  signal.throwIfAborted()
  if (needs) await makeAgain(needs)

  const files = preparedFiles(probe, duration)
  const names = [files.media, ...files.sprites, ...(files.poster ? [files.poster] : []), files.playlist]
  const seconds = await readPlaylist()
  const stored = await store(app.storage, videoId, folder, names)
  if (!stored.has(files.playlist)) throw new PreparationFailure('pre-processing-failed')
  return {
    size: [...stored.values()].reduce((sum, size) => sum + size, 0),
    seconds,
    isAudio: probe.video === null,
    thumbnailCount: files.sprites.every((name) => stored.has(name)) ? files.thumbnailCount : 0,
    hasThumbnail: files.poster !== null && stored.has(files.poster),
  }
}

/** Failures that only mean "unknown": an unreadable file is reported later, when the pictures are made. */
const UNKNOWN: ReadonlySet<SandboxFailureKind> = new Set(['refused', 'too-large', 'timeout', 'memory'])

/**
 * True if the pictures of a copied video can be made from its keyframes alone, which saves time. False also if its
 * packets cannot be listed.
 */
async function hasDenseKeyframes(
  path: string,
  probe: Probe,
  duration: number,
  where: Pick<SandboxOptions, 'cwd'> & { signal: AbortSignal },
): Promise<boolean> {
  try {
    return keyframesAreDense(
      (await runSandboxed(keyframeRun(path, probe), { ...INSPECTION_LIMITS, ...where })).stdout,
      duration,
    )
  } catch (error) {
    if (error instanceof SandboxFailure && UNKNOWN.has(error.kind)) return false
    throw error
  }
}
