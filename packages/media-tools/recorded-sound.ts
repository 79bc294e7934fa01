import type { Segment } from './segment.ts'
import { type Interval, type SoundTimeline, soundTimeline } from './sound-timeline.ts'
import { speechReader, type SpeechSummary } from './speech-reader.ts'
import { SPEECH_RATE } from './speech-track.ts'
import { type TimedPcmReader, type TimedSamples, timedPcmReader } from './timed-pcm.ts'

// Reads the sound of a recording that a browser made, in one or more segments. The timeline is continuous: a segment begins
// where the sound of the previous one ended, and pauses within a segment are removed. Mono sound is read as two equal
// channels, because a later segment may have two.
//
// Chromium's MediaRecorder gives packets the time at which the sound arrived. An audio context delivers up to 0.17 s at once,
// and more on a busy computer, so several packets have the same time, and the next one is late. Without a picture,
// packets follow each other, whatever their times. With a picture, sound that is missing is replaced by silence, so that lips
// and words stay together; no sound is dropped. `copyPartRun` joins the stored packets by the same rules.

/** A longer gap without packets is removed: the recorder was stopped, or the computer slept. */
export const MAX_FILLED_SECONDS = 2
/** With a picture, packets that are less ahead of the samples before them follow without a gap. */
export const MAX_AHEAD_SECONDS = 0.3
const CHANNELS = 2
/** As in `recordingReader`. */
const PIECES_PER_TURN = 16

/** Gaps that are removed from a segment. Further ones are filled with silence. */
const MAX_REMOVED = 100

/** Position of the sound of a segment in the recording, in seconds. */
export interface SegmentPlacement extends Interval {
  /** Gaps that were removed, in seconds of the segment's own times. */
  removed: Interval[]
}

export interface RecordedSound {
  /** Begins a segment whose sound is decoded with this number of channels, and recorded with a picture or without. */
  begin: (channels: 1 | 2, hasPicture: boolean) => void
  /**
   * Takes bytes of `recordedSpeechRun` and returns the completed chunks of speech, in order, in turns as `recordingReader`
   * does.
   */
  push: (bytes: Uint8Array) => Generator<Segment[]>
  end: () => SegmentPlacement
  /** Seconds of the recording so far. */
  seconds: () => number
  finish: () => SpeechSummary
}

function doubled(mono: Uint8Array): Uint8Array {
  const both = new Uint8Array(mono.length * 2)
  for (let from = 0; from < mono.length; from += 2) {
    both[2 * from] = both[2 * from + 2] = mono[from]!
    both[2 * from + 1] = both[2 * from + 3] = mono[from + 1]!
  }
  return both
}

/** Reads the sound of all segments, one after another. Memory does not grow with its length. */
export function recordedSound(): RecordedSound {
  const reader = speechReader({ sampleRate: SPEECH_RATE, channels: CHANNELS })
  /** Parts with two channels of their own. */
  const stereo: Interval[] = []
  let bytesRead = 0
  let channels: 1 | 2 = 1
  let start = 0
  let removed: Interval[] = []
  let arrived: TimedSamples[] = []
  let timeline: SoundTimeline
  let packets: TimedPcmReader

  const seconds = () => bytesRead / (2 * CHANNELS * SPEECH_RATE)
  const isStereo = (chunk: Segment) => stereo.some((part) => part.start < chunk.end && part.end > chunk.start)
  const withOwnChannels = (chunks: Segment[]) =>
    chunks.map((chunk) => (isStereo(chunk) ? chunk : { ...chunk, envelopes: [] }))

  function* place({ seconds: time, bytes }: TimedSamples) {
    const at = time - removed.reduce((sum, gap) => sum + gap.end - gap.start, 0)
    const ahead = at - timeline.placement().end
    const isRemoved = ahead > MAX_FILLED_SECONDS && removed.length < MAX_REMOVED
    if (isRemoved) removed.push({ start: time - ahead, end: time })
    yield* timeline.place({ seconds: isRemoved ? at - ahead : at, bytes })
  }

  return {
    begin(count, hasPicture) {
      channels = count
      start = seconds()
      removed = []
      timeline = soundTimeline(
        { sampleRate: SPEECH_RATE, channels },
        { keepsTimes: true, maxAhead: hasPicture ? MAX_AHEAD_SECONDS : Infinity, maxLate: Infinity },
      )
      packets = timedPcmReader((samples) => arrived.push(samples))
      if (channels === 2) stereo.push({ start, end: Infinity })
    },
    *push(bytes) {
      packets.push(bytes)
      const samples = arrived
      arrived = []
      let chunks: Segment[] = []
      let pieces = 0
      for (const packet of samples)
        for (const piece of place(packet)) {
          const both = channels === 1 ? doubled(piece) : piece
          bytesRead += both.length
          chunks.push(...withOwnChannels(reader.push(both)))
          pieces += 1
          if (pieces % PIECES_PER_TURN !== 0) continue
          yield chunks
          chunks = []
        }
      yield chunks
    },
    end() {
      const last = stereo.at(-1)
      if (last?.end === Infinity) last.end = seconds()
      return { start, end: seconds(), removed }
    },
    seconds,
    finish() {
      const summary = reader.finish()
      return { ...summary, segments: withOwnChannels(summary.segments) }
    },
  }
}
