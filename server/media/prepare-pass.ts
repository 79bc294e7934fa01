import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  encodeWav,
  judgeDecoded,
  preparedFiles,
  prepareRun,
  type Probe,
  type Segment,
  speechReader,
} from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { FFMPEG_THREADS, type Inspected } from './inspect.ts'
import { mediaKey } from './keys.ts'
import { LONGEST_PASS, passLimits } from './pass-limits.ts'
import { insistOn, PreparationFailure } from './preparation-failure.ts'
import { SandboxFailure } from './sandbox/failure.ts'
import { runSandboxed } from './sandbox/run-sandboxed.ts'

const WAVEFORM = 'waveform.json'

export type Prepared = {
  /** Seconds of sound that really came out. */
  decodedSeconds: number
  /** Bytes of everything that was made. */
  derivedSize: number
  /** There is no picture, or none that could be read. */
  isAudio: boolean
  thumbnailCount: number
  hasThumbnail: boolean
  separateChannels: boolean
}

/** Who is told of what the pass finds, while it runs. */
export type Listening = {
  /** The program waits meanwhile. A second try begins again with segment 0, with the same segments. */
  onSegment: (segment: Segment) => Promise<void>
  /** Seconds of the recording done so far, about once a second. */
  onProgress: (seconds: number) => void
}

type Recording = {
  path: string
  videoId: string
  inspected: Inspected
  /** A program that crashed is not tried again elsewhere: what the pictures did to it may be their fault. */
  isLastTry: boolean
}

const contentTypes: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  jpg: 'image/jpeg',
  json: 'application/json',
}

/** The wav file of a chunk, as every engine takes it. */
export const segmentWav = (segment: Segment): Uint8Array<ArrayBuffer> =>
  encodeWav({ sampleRate: 16_000, channels: 1, samples: segment.samples })

/** Stores what exists of the promised files. The playlist comes last: where it is, everything is. */
const keep = async (storage: Storage, videoId: string, folder: string, names: readonly string[]) => {
  const kept = new Map<string, number>()
  for (const name of names) {
    const path = join(folder, name)
    const there = await stat(path).catch(() => null)
    if (!there || there.size === 0) continue
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]
    await storage.take(mediaKey(videoId, name), path, contentType ? { contentType } : {})
    kept.set(name, there.size)
  }
  return kept
}

/** Whether the pictures may be what a pass failed at, so that the sound alone is worth a try. */
const mayBePictures = (error: unknown, isLastTry: boolean): boolean =>
  error instanceof SandboxFailure &&
  (error.kind === 'refused' || error.kind === 'memory' || (error.kind === 'crashed' && isLastTry))

/**
 * The one pass over a recording: streaming media, pictures, waveform, and the speech track, which is handed over segment by
 * segment. Where the pictures cannot be read, what is heard is worth having alone. Throws SandboxFailure and PreparationFailure.
 */
export const preparePass = async (
  app: App,
  recording: Recording,
  signal: AbortSignal,
  listening: Listening,
): Promise<Prepared> => {
  const until = performance.now() / 1000 + LONGEST_PASS
  const once = (probe: Probe) =>
    app.work.withFolder((folder) => pass(app, { ...recording, probe, until }, folder, signal, listening))
  const { probe } = recording.inspected
  try {
    return await once(probe)
  } catch (error) {
    if (!probe.video || !mayBePictures(error, recording.isLastTry)) throw error
    app.log.warn({ err: error, video_id: recording.videoId }, 'A recording is prepared without its pictures')
    return once({ ...probe, video: null })
  }
}

const pass = async (
  app: App,
  { path, videoId, inspected, probe, until }: Recording & { probe: Probe; until: number },
  folder: string,
  signal: AbortSignal,
  { onSegment, onProgress }: Listening,
): Promise<Prepared> => {
  const { duration, denseKeyframes } = inspected
  const { maxFileMinutes, maxFileMb } = app.config
  const maxSeconds = maxFileMinutes * 60
  const plan = prepareRun({ path, probe, duration, denseKeyframes, maxSeconds, threads: FFMPEG_THREADS })
  if (!plan.pcm) throw new TypeError('A pass without a speech track')
  const reader = speechReader(plan.pcm)
  await runSandboxed(plan, {
    ...passLimits(probe, duration, { remaining: until - performance.now() / 1000, maxFileMb }),
    cwd: folder,
    signal,
    onProgress,
    pcm: async (bytes) => {
      for (const segment of reader.push(bytes)) await onSegment(segment)
    },
  })
  const summary = reader.finish()
  insistOn(judgeDecoded(probe, summary.decodedSeconds), maxFileMinutes)
  for (const segment of summary.segments) await onSegment(segment)

  const files = preparedFiles(probe, duration)
  await writeFile(join(folder, WAVEFORM), JSON.stringify(summary.waveform))
  const names = [files.media, ...files.sprites, ...(files.poster ? [files.poster] : []), WAVEFORM, files.playlist]
  const kept = await keep(app.storage, videoId, folder, names)
  if (!kept.has(files.playlist)) throw new PreparationFailure('pre-processing-failed')
  return {
    decodedSeconds: summary.decodedSeconds,
    derivedSize: [...kept.values()].reduce((sum, size) => sum + size, 0),
    isAudio: probe.video === null,
    thumbnailCount: files.sprites.every((name) => kept.has(name)) ? files.thumbnailCount : 0,
    hasThumbnail: files.poster !== null && kept.has(files.poster),
    separateChannels: summary.separation?.separate ?? false,
  }
}
