import type { Segment } from './segment.ts'
import { type Placement, soundTimeline } from './sound-timeline.ts'
import { speechReader, type SpeechSummary } from './speech-reader.ts'
import { type TimedSamples, timedPcmReader } from './timed-pcm.ts'
import type { PcmFormat } from './tool-run.ts'

export interface RecordingReader {
  /**
   * Takes bytes of `speechTrackRun` and returns the completed segments, in order. A packet may be hours after the one before
   * it, and reading the silence between them takes a second per hour. So the work is done in turns of about 10 ms, between
   * which the caller can let other work run. Take all turns before the next call.
   */
  push: (bytes: Uint8Array) => Generator<Segment[]>
  /** Ends the track; `segments` contains only those not returned before. */
  finish: () => SpeechSummary & { placement: Placement }
}

const PIECES_PER_TURN = 16

/**
 * Reads the decoded sound of a recording as a stream. With `keepsTimes`, samples are placed at their times; otherwise one
 * after another. Memory does not grow with its length.
 */
export function recordingReader(format: PcmFormat, { keepsTimes }: { keepsTimes: boolean }): RecordingReader {
  const reader = speechReader(format)
  let arrived: TimedSamples[] = []
  const timeline = soundTimeline(format, { keepsTimes })
  const packets = timedPcmReader((samples) => arrived.push(samples))
  return {
    *push(bytes) {
      packets.push(bytes)
      const samples = arrived
      arrived = []
      let segments: Segment[] = []
      let pieces = 0
      for (const packet of samples)
        for (const piece of timeline.place(packet)) {
          segments.push(...reader.push(piece))
          pieces += 1
          if (pieces % PIECES_PER_TURN !== 0) continue
          yield segments
          segments = []
        }
      yield segments
    },
    finish: () => ({ ...reader.finish(), placement: timeline.placement() }),
  }
}
