import type { Segment } from './segment.ts'
import { type Interval, type SoundTimeline, soundTimeline } from './sound-timeline.ts'
import { speechReader, type SpeechSummary } from './speech-reader.ts'
import { SPEECH_RATE } from './speech-track.ts'
import { type TimedPcmReader, type TimedSamples, timedPcmReader } from './timed-pcm.ts'

// The sound of a recording that a browser made, in one or more segments. The timeline has no holes: a segment begins where
// the sound of the one before ended, and a pause of the recorder within a segment is left out. Sound of one channel is
// read as two equal ones, because a later segment may have two.

/** A longer gap without packets is removed: the recorder was stopped, or the computer slept. */
const MAX_FILLED_SECONDS = 2
/**
 * Chromium's MediaRecorder gives packets the time at which the sound arrived. The audio context delivers 0.17 s at once, so
 * several packets have the same time.
 */
const TOLERANCE_SECONDS = 0.3
const CHANNELS = 2
/** As in `recordingReader`. */
const PIECES_PER_TURN = 16

/** Position of the sound of a segment in the recording, in seconds. */
export interface SegmentPlacement extends Interval {
  /** Seconds of gaps that were removed from its timestamps. */
  leftOut: number
}

export interface RecordedSound {
  /** Begins a segment whose sound is decoded with this number of channels. */
  begin: (channels: 1 | 2) => void
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
  let leftOut = 0
  let arrived: TimedSamples[] = []
  let timeline: SoundTimeline
  let packets: TimedPcmReader

  const seconds = () => bytesRead / (2 * CHANNELS * SPEECH_RATE)
  const isStereo = (chunk: Segment) => stereo.some((part) => part.start < chunk.end && part.end > chunk.start)
  const withOwnChannels = (chunks: Segment[]) =>
    chunks.map((chunk) => (isStereo(chunk) ? chunk : { ...chunk, envelopes: [] }))

  function* place({ seconds: time, bytes }: TimedSamples) {
    const ahead = time - leftOut - timeline.placement().end
    if (ahead > MAX_FILLED_SECONDS) leftOut += ahead
    yield* timeline.place({ seconds: time - leftOut, bytes })
  }

  return {
    begin(count) {
      channels = count
      start = seconds()
      leftOut = 0
      timeline = soundTimeline(
        { sampleRate: SPEECH_RATE, channels },
        { keepsTimes: true, toleranceSeconds: TOLERANCE_SECONDS },
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
      return { start, end: seconds(), leftOut }
    },
    seconds,
    finish() {
      const summary = reader.finish()
      return { ...summary, segments: withOwnChannels(summary.segments) }
    },
  }
}
