import { checkDecodedDuration, speechTrackRun, type Segment, speechReader, type Waveform } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { runSandboxed } from '../platform/sandbox/run-sandboxed.ts'
import { speechLimits } from './pass-limits.ts'
import { assertAcceptable } from './preparation-failure.ts'
import type { Recording } from './inspected-recording.ts'

/** The whole speech track of a recording, analysed once. */
export interface SpeechTrack {
  /** Seconds of sound that were really decoded. */
  decodedSeconds: number
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
    const reader = speechReader(run.pcm)
    let segmentCount = 0
    const passOn = async (segments: readonly Segment[]): Promise<void> => {
      segmentCount += segments.length
      for (const segment of segments) await onSegment(segment)
    }
    await runSandboxed(run, {
      ...speechLimits(duration),
      cwd,
      signal,
      onProgress: onAnalysed,
      pcm: (bytes) => {
        const segments = reader.push(bytes)
        return segments.length > 0 ? passOn(segments) : undefined
      },
    })
    const summary = reader.finish()
    assertAcceptable(checkDecodedDuration(probe, summary.decodedSeconds), maxFileMinutes)
    await passOn(summary.segments)
    return {
      decodedSeconds: summary.decodedSeconds,
      segmentCount,
      separateChannels: summary.separation?.separate ?? false,
      waveform: summary.waveform,
    }
  })
}
