import type { ChannelSeparation } from './stereo-channels.ts'
import { pcmFrames } from './pcm-frames.ts'
import { segmenter, type Segment } from './segment.ts'
import type { PcmFormat } from './tool-run.ts'
import { waveformBuilder, type Waveform } from './waveform.ts'

/** Results of reading the speech track: remaining segments, real duration, waveform and channel separation. */
export interface SpeechSummary {
  segments: Segment[]
  decodedSeconds: number
  waveform: Waveform
  /** Null for mono. */
  separation: ChannelSeparation | null
}

export interface SpeechReader {
  /** Takes bytes from ffmpeg and returns the completed segments, in order. */
  push: (bytes: Uint8Array) => Segment[]
  /** Ends the track; `segments` contains only those not returned before. */
  finish: () => SpeechSummary
}

/** Reads the speech track as a stream. Memory does not grow with its length. */
export function speechReader(format: PcmFormat): SpeechReader {
  const waveform = waveformBuilder(format)
  const cutter = segmenter(format)
  let completed: Segment[] = []
  const take = (segment: Segment | null) => {
    if (segment) completed.push(segment)
  }
  const track = pcmFrames(format, (frame) => {
    waveform.push(frame)
    take(cutter.push(frame))
  })
  const handOver = () => {
    const segments = completed
    completed = []
    return segments
  }
  return {
    push(bytes) {
      track.push(bytes)
      return handOver()
    },
    finish() {
      track.flush()
      take(cutter.flush())
      const peaks = waveform.finish()
      return { segments: handOver(), decodedSeconds: peaks.duration, waveform: peaks, separation: cutter.separation() }
    },
  }
}
