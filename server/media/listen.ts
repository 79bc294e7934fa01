import { judgeDecoded, listenRun, type Segment, speechReader, type Waveform } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { listenLimits } from './pass-limits.ts'
import { insistOn } from './preparation-failure.ts'
import type { Recording } from './recording.ts'
import { runSandboxed } from './sandbox/run-sandboxed.ts'

/** What was learned from hearing all of a recording once. */
export type Heard = {
  /** Seconds of sound that really came out. */
  decodedSeconds: number
  /** Stretches in which something is heard: where there is none, there is nothing to transcribe. */
  segmentCount: number
  separateChannels: boolean
  waveform: Waveform
}

/** Who is told of what is heard, while it is heard. */
export type HearingListener = {
  /** The program waits meanwhile. A second try begins again with segment 0, with the same segments. */
  onSegment: (segment: Segment) => Promise<void>
  /** Seconds of the recording heard so far, about once a second. */
  onHeard: (seconds: number) => void
}

/**
 * Streams the speech track through the energy gate, and hands over what is to be recognised, segment by segment. Throws
 * SandboxFailure, and PreparationFailure where much less came out than the header promised.
 */
export const listen = (
  app: App,
  { path, inspected }: Recording,
  signal: AbortSignal,
  { onSegment, onHeard }: HearingListener,
): Promise<Heard> =>
  app.work.withFolder(async (cwd) => {
    const { probe, duration } = inspected
    const { maxFileMinutes } = app.config
    const run = listenRun({ path, probe, maxSeconds: maxFileMinutes * 60 })
    if (!run.pcm) throw new TypeError('Listening without a speech track')
    const reader = speechReader(run.pcm)
    let segmentCount = 0
    const take = async (segments: readonly Segment[]): Promise<void> => {
      segmentCount += segments.length
      for (const segment of segments) await onSegment(segment)
    }
    await runSandboxed(run, {
      ...listenLimits(duration),
      cwd,
      signal,
      onProgress: onHeard,
      pcm: (bytes) => {
        const segments = reader.push(bytes)
        return segments.length > 0 ? take(segments) : undefined
      },
    })
    const summary = reader.finish()
    insistOn(judgeDecoded(probe, summary.decodedSeconds), maxFileMinutes)
    await take(summary.segments)
    return {
      decodedSeconds: summary.decodedSeconds,
      segmentCount,
      separateChannels: summary.separation?.separate ?? false,
      waveform: summary.waveform,
    }
  })
