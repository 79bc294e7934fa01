import { moraCount } from '@kaiwa/language/mora.ts'
import type { Word } from '../../engine.ts'
import { frameSeconds } from '../../audio/energy.ts'

// A reference transcript has times per utterance, not per word. Speech has a regular rhythm, so each word gets time by
// its number of morae and pauses get none. Clause ends in the text are aligned with nearby pauses in the sound.

export interface Token {
  text: string
  reading: string
}
export type Tokenise = (text: string) => readonly Token[]
export interface Utterance {
  start: number
  end: number
  speaker: string
  text: string
}

/** Minimum length of a pause at a clause end, and maximum distance from its expected time. Seconds. */
const shortestPause = 0.12
const reach = 0.8

/** The words of an utterance with times. `loud` returns whether a frame of 10 ms of the recording has sound. */
export function spreadWords(utterance: Utterance, tokenise: Tokenise, loud: (frame: number) => boolean): Word[] {
  const words = attachPunctuation(tokenise(utterance.text))
  const first = Math.round(utterance.start / frameSeconds)
  const frames = Math.max(1, Math.round((utterance.end - utterance.start) / frameSeconds))
  const pauses = pausesOf(frames, (frame) => loud(first + frame))
  const total = words.reduce((sum, word) => sum + word.beats, 0) || 1

  // Anchors: the start, each clause end that matches a pause, and the end. Words are spaced evenly between two anchors.
  const anchors: { word: number; until: number; from: number }[] = [{ word: 0, until: 0, from: 0 }]
  let beats = 0
  for (const [index, word] of words.entries()) {
    beats += word.beats
    const last = anchors.at(-1)
    if (!word.ends || !last || index === words.length - 1) continue
    const expected = timeOfShare(beats / total, frames, (frame) => loud(first + frame))
    const pause = nearest(pauses, expected, last.from)
    if (pause) anchors.push({ word: index + 1, until: pause.start, from: pause.end })
  }
  anchors.push({ word: words.length, until: frames, from: frames })

  return anchors
    .slice(1)
    .flatMap((anchor, index) => {
      const before = anchors[index]
      return before
        ? spreadBetween(words.slice(before.word, anchor.word), before.from, anchor.until, (frame) =>
            loud(first + frame),
          )
        : []
    })
    .map(({ text, start, end }) => ({
      text,
      start: utterance.start + start * frameSeconds,
      end: utterance.start + end * frameSeconds,
      confidence: 1,
    }))
}

interface Spoken {
  text: string
  beats: number
  ends: boolean
}

/** Spoken tokens, each with the punctuation after it. Without a reading, morae are estimated from the text. */
function attachPunctuation(tokens: readonly Token[]): Spoken[] {
  const words: Spoken[] = []
  for (const { text, reading } of tokens) {
    if (text.trim() === '') continue
    const last = words.at(-1)
    if (/^[\p{P}\p{S}]+$/u.test(text) && last) {
      last.text += text
      last.ends ||= /[、。？！,.?!]/.test(text)
    } else
      words.push({
        text,
        beats: Math.max(1, moraCount(reading) || moraCount(text)),
        ends: false,
      })
  }
  return words
}

function spreadBetween(words: readonly Spoken[], from: number, until: number, loud: (frame: number) => boolean) {
  const total = words.reduce((sum, word) => sum + word.beats, 0) || 1
  let beats = 0
  const at = (share: number) => from + timeOfShare(share, until - from, (frame) => loud(from + frame))
  return words.map((word) => {
    const start = at(beats / total)
    beats += word.beats
    return { text: word.text, start, end: at(beats / total) }
  })
}

/** The frame at which this share of all audible frames has passed; without sound all frames count. */
function timeOfShare(share: number, frames: number, loud: (frame: number) => boolean): number {
  let audible = 0
  for (let frame = 0; frame < frames; frame++) if (loud(frame)) audible++
  if (audible === 0) return share * frames
  let rest = share * audible
  for (let frame = 0; frame < frames; frame++) {
    if (!loud(frame)) continue
    if (rest <= 1) return frame + Math.max(0, rest)
    rest--
  }
  return frames
}

function pausesOf(frames: number, loud: (frame: number) => boolean): { start: number; end: number }[] {
  const pauses: { start: number; end: number }[] = []
  for (let frame = 0; frame < frames; frame++) {
    if (loud(frame)) continue
    const start = frame
    while (frame < frames && !loud(frame)) frame++
    if (start > 0 && frame < frames && (frame - start) * frameSeconds >= shortestPause)
      pauses.push({ start, end: frame })
  }
  return pauses
}

function nearest(pauses: readonly { start: number; end: number }[], expected: number, after: number) {
  const far = (pause: { start: number; end: number }) => Math.max(0, pause.start - expected, expected - pause.end)
  return pauses
    .filter((pause) => pause.start > after && far(pause) * frameSeconds <= reach)
    .sort((a, b) => far(a) - far(b))[0]
}
