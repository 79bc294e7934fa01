import type { ChannelSeparation, Envelope } from './channels.ts'
import { channelJudge } from './channels.ts'
import { energyGate } from './energy-gate.ts'
import { measureFrame } from './frame.ts'
import { FRAME_MS } from './pcm-frames.ts'
import type { PcmFormat } from './tool-run.ts'

// Cuts the speech track into what is recognised at a time, as it streams: stretches of at most 30 s that begin and end in a pause, and
// nothing of the silence between them. It holds one stretch and its lead-in, so its memory does not depend on the recording's length.

/** A stretch in which something is heard. Times are seconds from the start of the recording; `samples` are one channel. */
export type Segment = {
  index: number
  start: number
  end: number
  samples: Int16Array
  /** One per channel of a stereo recording, none of a mono one; value 0 is at `start`. */
  envelopes: Envelope[]
}

/** The longest segment: an engine's memory grows with it (31 s cost one 3 GB). */
export const MAX_SEGMENT_SECONDS = 30

const frames = (seconds: number) => Math.round((seconds * 1000) / FRAME_MS)
const MAX_FRAMES = frames(MAX_SEGMENT_SECONDS)
const LEAD_IN = frames(0.2)
const LEAD_OUT = frames(0.3)
/** A pause that always ends a segment, and one that does when the segment is long enough to be worth a call of its own. */
const LONG_PAUSE = frames(2)
const PAUSE = frames(0.4)
// Measured on read English: cut after 20 s one word in 40 more is misheard, because a recogniser's language model starts anew.
const LONG_ENOUGH = frames(25)
/** Without a pause the cut is at the quietest 100 ms of the last 10 s. */
const CUT_SEARCH = frames(10)
const CUT_WINDOW = 2
/** Less sound than this is a click, not a word. */
const LEAST_ACTIVE = frames(0.1)

export type Segmenter = {
  /** Takes the next frame (interleaved, as `pcmFrames` gives it) and returns the segment that it completed. */
  push: (frame: Int16Array) => Segment | null
  /** Ends the recording and returns what was still open. */
  flush: () => Segment | null
  /** For stereo, what is known so far; null for mono. */
  separation: () => ChannelSeparation | null
}

export function segmenter({ sampleRate, channels }: PcmFormat): Segmenter {
  const frameSamples = (sampleRate * FRAME_MS) / 1000
  const gate = energyGate()
  const judge = channelJudge()
  const measure = measureFrame(channels)

  // What is held: samples, and per frame loudness, activity and the channels' loudness. Frame 0 is frame `first` of the recording.
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

  /** Hands over the frames before `cut` without the silence at their end, and forgets them; null when there was only a click. */
  function close(cut: number): Segment | null {
    const heard = active.subarray(0, cut).reduce((sum, bit) => sum + bit, 0)
    const end = Math.min(cut, lastActive(cut) + 1 + LEAD_OUT)
    const upTo = Math.min(heldSamples, end * frameSamples)
    const from = (first * frameSamples) / sampleRate
    const segment = {
      start: from,
      end: from + upTo / sampleRate,
      samples: samples.slice(0, upTo),
      envelopes: envelopes.map((row) => row.slice(0, end)),
    }
    drop(end)
    open = active.subarray(0, held).includes(1)
    keepLeadIn()
    if (heard < LEAST_ACTIVE) return null
    index += 1
    return { index: index - 1, ...segment }
  }

  function keepLeadIn() {
    const heard = active.subarray(0, held).indexOf(1)
    drop(Math.max(0, (heard < 0 ? held : heard) - LEAD_IN))
  }

  function quietest() {
    let best = held
    let lowest = Infinity
    for (let at = held - CUT_SEARCH; at < held - CUT_WINDOW; at += 1) {
      const sum = loudness
        .subarray(at - CUT_WINDOW, at + CUT_WINDOW + 1)
        .reduce((total, decibels) => total + decibels, 0)
      // The later of equals: a pause is left as near to the full length as it can be.
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
      if (pause >= LONG_PAUSE || (pause >= PAUSE && held >= LONG_ENOUGH)) return close(held)
      return held >= MAX_FRAMES ? close(quietest()) : null
    },
    flush: () => (open ? close(held) : null),
    separation: () => (channels === 2 ? judge.judge() : null),
  }
}
