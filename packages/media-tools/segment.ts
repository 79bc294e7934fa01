import type { ChannelSeparation, Envelope } from './stereo-channels.ts'
import { channelDetector } from './stereo-channels.ts'
import { energyGate } from './energy-gate.ts'
import { amplify, gainMeter } from './recording-gain.ts'
import { measureFrame } from './frame.ts'
import { FRAME_MS } from './pcm-frames.ts'
import type { PcmFormat } from './tool-run.ts'

// Cuts the streamed speech track into segments for recognition: at most 30 s, starting and ending in a pause, without
// the silence between them. It buffers one segment and its lead-in, so its memory does not depend on the length of the
// recording.

/**
 * A segment that contains sound. Times are seconds from the start of the recording; `samples` are mono, amplified if the
 * recording is quiet.
 */
export interface Segment {
  index: number
  start: number
  end: number
  samples: Int16Array
  /** One per channel of a stereo recording, empty for mono; the first value is at `start`. */
  envelopes: Envelope[]
}

/** Longest segment. An engine's memory grows with it (a segment of 31 s used 3 GB). */
export const MAX_SEGMENT_SECONDS = 30

function frames(seconds: number) {
  return Math.round((seconds * 1000) / FRAME_MS)
}

const MAX_FRAMES = frames(MAX_SEGMENT_SECONDS)
const LEAD_IN = frames(0.2)
const LEAD_OUT = frames(0.3)
/** A pause of LONG_PAUSE always ends a segment; one of PAUSE does when the segment has at least LONG_ENOUGH. */
const LONG_PAUSE = frames(2)
const PAUSE = frames(0.4)
// Measured on read English: cutting after 20 s instead causes errors in one more word of 40, because the recogniser's
// language model loses its context.
const MIN_FRAMES_AT_PAUSE = frames(25)
/** Without a pause, the cut is at the quietest 100 ms of the last 10 s. */
const CUT_SEARCH = frames(10)
const CUT_WINDOW = 2
/** Sound shorter than this is a click, not a word. */
const MIN_ACTIVE_FRAMES = frames(0.1)

export interface Segmenter {
  /** Takes the next frame (interleaved, from `pcmFrames`). Returns a segment when it is complete. */
  push: (frame: Int16Array) => Segment | null
  /** Ends the recording and returns the last segment, if any. */
  flush: () => Segment | null
  /** The result so far for stereo; null for mono. */
  separation: () => ChannelSeparation | null
}

export function segmenter({ sampleRate, channels }: PcmFormat): Segmenter {
  const frameSamples = (sampleRate * FRAME_MS) / 1000
  const gate = energyGate()
  const meter = gainMeter()
  const judge = channelDetector()
  const measure = measureFrame(channels)

  // The buffer: samples and, per frame, loudness, activity and the loudness of each channel. Frame 0 is frame `first`
  // of the recording.
  const samples = new Int16Array((MAX_FRAMES + 1) * frameSamples)
  const loudness = new Float32Array(MAX_FRAMES + 1)
  const active = new Uint8Array(MAX_FRAMES + 1)
  const envelopes = Array.from({ length: channels === 2 ? 2 : 0 }, () => new Float32Array(MAX_FRAMES + 1))
  let first = 0
  let held = 0
  let heldSamples = 0
  let open = false
  let index = 0

  function append(frame: Int16Array) {
    const { decibels, mono, left, right } = measure(frame)
    samples.set(mono, heldSamples)
    heldSamples += mono.length
    loudness[held] = decibels
    active[held] = gate.isActive(decibels) ? 1 : 0
    if (active[held] === 1) meter.push(decibels)
    if (channels === 2) {
      judge.push(left, right)
      envelopes[0]![held] = left
      envelopes[1]![held] = right
    }
    held += 1
  }

  function drop(count: number) {
    const gone = Math.min(heldSamples, count * frameSamples)
    samples.copyWithin(0, gone, heldSamples)
    for (const row of [loudness, active, ...envelopes]) row.copyWithin(0, count, held)
    first += count
    held -= count
    heldSamples -= gone
  }

  const lastActive = (before: number) => active.subarray(0, before).lastIndexOf(1)

  /**
   * Emits the frames before `cut` without trailing silence and removes them from the buffer; null when they contain
   * only a click.
   */
  function close(cut: number): Segment | null {
    const activeFrames = active.subarray(0, cut).reduce((sum, bit) => sum + bit, 0)
    const end = Math.min(cut, lastActive(cut) + 1 + LEAD_OUT)
    const upTo = Math.min(heldSamples, end * frameSamples)
    const from = (first * frameSamples) / sampleRate
    const segment = {
      start: from,
      end: from + upTo / sampleRate,
      samples: amplify(samples.slice(0, upTo), meter.gain()),
      envelopes: envelopes.map((row) => row.slice(0, end)),
    }
    drop(end)
    open = active.subarray(0, held).includes(1)
    keepLeadIn()
    if (activeFrames < MIN_ACTIVE_FRAMES) return null
    index += 1
    return { index: index - 1, ...segment }
  }

  function keepLeadIn() {
    const activeFrames = active.subarray(0, held).indexOf(1)
    drop(Math.max(0, (activeFrames < 0 ? held : activeFrames) - LEAD_IN))
  }

  function quietest() {
    let best = held
    let lowest = Infinity
    for (let at = held - CUT_SEARCH; at < held - CUT_WINDOW; at += 1) {
      const sum = loudness
        .subarray(at - CUT_WINDOW, at + CUT_WINDOW + 1)
        .reduce((total, decibels) => total + decibels, 0)
      // Of equally quiet positions the later one is used, so that segments are long.
      if (sum <= lowest) [lowest, best] = [sum, at]
    }
    return best
  }

  return {
    push(frame) {
      append(frame)
      if (!open) {
        open = active[held - 1] === 1
        if (!open) keepLeadIn()
        return null
      }
      const pause = held - 1 - lastActive(held)
      if (pause >= LONG_PAUSE || (pause >= PAUSE && held >= MIN_FRAMES_AT_PAUSE)) return close(held)
      return held >= MAX_FRAMES ? close(quietest()) : null
    },
    flush: () => (open ? close(held) : null),
    separation: () => (channels === 2 ? judge.result() : null),
  }
}
