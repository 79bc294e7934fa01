import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'

// The vocabulary of the tone engine: each word is a pure tone at the centre of one mel bin, far from its neighbours.

export const melBins = 80
const firstBin = 18
const binStep = 6

/** The words of the tone engine; the nth word has the nth tone. */
export const toneWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const
export type ToneWord = (typeof toneWords)[number]

/** The mel bin (of 80) of a word. */
export function binOf(word: ToneWord): number {
  return firstBin + binStep * toneWords.indexOf(word)
}

/** The word's frequency in Hz: the centre of its bin on the Slaney mel scale from 0 to 8,000 Hz. */
export function frequencyOf(word: ToneWord): number {
  return hertz((mel(8_000) * (binOf(word) + 1)) / (melBins + 1))
}

function mel(hz: number) {
  return hz < 1_000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1_000)) / Math.log(6.4)
}

function hertz(value: number) {
  return value < 15 ? (200 * value) / 3 : 1_000 * Math.exp((Math.log(6.4) * (value - 15)) / 27)
}

export interface ToneSpeech {
  word: ToneWord
  start: number
  seconds: number
}

/** Samples of the words as tones, `seconds` long in total. `loudness` is the amplitude, 0 to 1. */
export function toneSamples(speech: readonly ToneSpeech[], seconds: number, loudness = 0.3): Int16Array {
  const samples = new Int16Array(Math.round(seconds * SPEECH_RATE))
  for (const { word, start, seconds: length } of speech) {
    const step = (2 * Math.PI * frequencyOf(word)) / SPEECH_RATE
    const count = Math.round(length * SPEECH_RATE)
    for (let i = 0; i < count; i++) {
      // Fades of 10 ms prevent the click of a hard start from exciting other bins.
      const edge = Math.min(1, i / 160, (count - i) / 160)
      const at = Math.round(start * SPEECH_RATE) + i
      if (at < samples.length) samples[at] = Math.round(32_767 * loudness * edge * Math.sin(step * i))
    }
  }
  return samples
}

/** The n-th word of a talk. Each ten words are in another order, because repeated sentences count as a loop. */
function wordAt(n: number): ToneSpeech['word'] {
  const ten = Math.floor(n / toneWords.length)
  return toneWords[(n * 7 + ten * 3) % toneWords.length] ?? 'one'
}

/** Continuous speech for long trials: a word of 0.3 s every 0.5 s, with a pause of 1.5 s after every eighth word. */
export function toneTalk(seconds: number): ToneSpeech[] {
  const speech: ToneSpeech[] = []
  for (let start = 0.2, n = 0; start + 0.3 < seconds; n++, start += n % 8 === 0 ? 1.5 : 0.5)
    speech.push({ word: wordAt(n), start, seconds: 0.3 })
  return speech
}
