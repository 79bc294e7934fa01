import type { Segment } from './segment.ts'
import { type Placement, soundTimeline } from './sound-timeline.ts'
import { speechReader, type SpeechSummary } from './speech-reader.ts'
import { timedPcmReader } from './timed-pcm.ts'
import type { PcmFormat } from './tool-run.ts'

export interface RecordingReader {
  /** Takes bytes of `speechTrackRun` and returns the completed segments, in order. */
  push: (bytes: Uint8Array) => Segment[]
  /** Ends the track; `segments` contains only those not returned before. */
  finish: () => SpeechSummary & { placement: Placement }
}

/**
 * Reads the decoded sound of a recording as a stream. With `keepsTimes`, samples are placed at their times; otherwise one
 * after another. Memory does not grow with its length.
 */
export function recordingReader(format: PcmFormat, { keepsTimes }: { keepsTimes: boolean }): RecordingReader {
  const reader = speechReader(format)
  let completed: Segment[] = []
  const timeline = soundTimeline(format, (bytes) => completed.push(...reader.push(bytes)), { keepsTimes })
  const packets = timedPcmReader((samples) => timeline.push(samples))
  return {
    push(bytes) {
      packets.push(bytes)
      const segments = completed
      completed = []
      return segments
    },
    finish: () => ({ ...reader.finish(), placement: timeline.placement() }),
  }
}
