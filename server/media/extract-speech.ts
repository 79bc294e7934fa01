import { setImmediate } from 'node:timers/promises'
import {
  checkDecodedDuration,
  hasTimes,
  packetCounter,
  packetsRun,
  type Placement,
  recordingReader,
  type Segment,
  speechTrackRun,
  type Waveform,
} from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { runSandboxed } from '../platform/sandbox/run-sandboxed.ts'
import { speechLimits } from './pass-limits.ts'
import { type Inspected, MEASURE_LIMITS } from './inspect.ts'
import { assertAcceptable } from './preparation-failure.ts'
import type { Recording } from './inspected-recording.ts'

/** The whole speech track of a recording, analysed once. */
export interface SpeechTrack {
  /** End of the sound that was really decoded, in seconds. */
  decodedSeconds: number
  /** Where the sound has gaps. */
  placement: Placement
  /** True if packets of the sound are damaged. */
  hasErrors: boolean
  /** Number of stretches with sound; 0 means that there is nothing to transcribe. */
  segmentCount: number
  separateChannels: boolean
  waveform: Waveform
}

/** Callbacks that receive results while the speech track is analysed. */
export interface SpeechListener {
  /**
   * ffmpeg is paused until the promise resolves. A second try starts again at segment 0 and produces the same segments.
   */
  onSegment: (segment: Segment) => Promise<void>
  /** Seconds of the recording analysed so far, about once per second. */
  onAnalysed: (seconds: number) => void
}

/**
 * Streams the speech track through the energy gate and passes on the segments to be recognised. Throws SandboxFailure,
 * and PreparationFailure if much less sound was decoded than the header states.
 */
export function extractSpeech(
  app: App,
  { path, inspected }: Recording,
  signal: AbortSignal,
  { onSegment, onAnalysed }: SpeechListener,
): Promise<SpeechTrack> {
  return app.work.withFolder(async (cwd) => {
    const { probe, duration } = inspected
    const { maxFileMinutes } = app.config
    const run = speechTrackRun({ path, probe, maxSeconds: maxFileMinutes * 60 })
    if (!run.pcm) throw new TypeError('The recording has no speech track')
    const reader = recordingReader(run.pcm, { keepsTimes: hasTimes(probe) })
    let segmentCount = 0
    const passOn = async (segments: readonly Segment[]): Promise<void> => {
      segmentCount += segments.length
      for (const segment of segments) await onSegment(segment)
    }
    const { stderr } = await runSandboxed(run, {
      ...speechLimits(duration),
      cwd,
      signal,
      onProgress: onAnalysed,
      onStdout: async (bytes) => {
        let turns = 0
        for (const segments of reader.push(bytes)) {
          turns += 1
          if (turns > 1) await setImmediate()
          await passOn(segments)
        }
      },
    })
    const summary = reader.finish()
    assertAcceptable(checkDecodedDuration(probe, summary.decodedSeconds), maxFileMinutes)
    await passOn(summary.segments)
    return {
      decodedSeconds: summary.decodedSeconds,
      placement: summary.placement,
      hasErrors: stderr !== '' || (await hasPacketsInGaps(path, inspected, summary.placement, { cwd, signal })),
      segmentCount,
      separateChannels: summary.separation?.separate ?? false,
      waveform: summary.waveform,
    }
  })
}

/** True if the file holds bytes in gaps of the sound that gave no sound: some decoders report nothing about them. */
async function hasPacketsInGaps(
  path: string,
  { probe }: Inspected,
  { gaps }: Placement,
  where: { cwd: string; signal: AbortSignal },
): Promise<boolean> {
  if (gaps.length === 0) return false
  const counter = packetCounter(probe.start, gaps)
  const onStdout = (bytes: Uint8Array) => counter.push(bytes)
  await runSandboxed(packetsRun(path, probe), { ...MEASURE_LIMITS, ...where, onStdout })
  const { inGaps, skipped } = counter.result()
  return inGaps > 0 || skipped.length > 0
}
