import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { segmenter } from '@kaiwa/media-tools/segment.ts'
import { encodeSpeech } from '../audio/speech-wav.ts'
import type { Engine, RecogniseInput } from '../engine.ts'
import { CLEAN_SPEECH, disturbanceInput, makeSound, speechInput } from '../testing/sounds/sound-recipes.ts'
import { readSpeech } from '../testing/sounds/read-speech.ts'
import { isInSpeech, sentencesOf } from './speech-intervals.ts'
import { openVoiceActivity, type VoiceActivity } from './voice-activity.ts'
import { withVoiceActivity } from './with-voice-activity.ts'

const never = new AbortController().signal
const jfk = new URL('../../../media/en-jfk.wav', import.meta.url).pathname

let detector: VoiceActivity
beforeAll(() => {
  detector = openVoiceActivity()
})
afterAll(() => detector.close())

/** The segments that are passed on, as the worker cuts them. */
function cut(samples: Int16Array): Int16Array[] {
  const { push, flush } = segmenter({ sampleRate: 16_000, channels: 1 })
  const frames = Array.from({ length: Math.floor(samples.length / 320) }, (_, n) =>
    samples.slice(n * 320, n * 320 + 320),
  )
  return [...frames.map((frame) => push(frame)), flush()].flatMap((segment) => (segment ? [segment.samples] : []))
}

describe('voice activity of the packaged model', { timeout: 60_000 }, () => {
  it('finds the four stretches of a real speech within 0.15 s', async () => {
    const speech = await detector.detect(await readSpeech(jfk), never)
    const expected = [
      [0.3, 2.27],
      [3.28, 4.42],
      [5.4, 7.67],
      [8.18, 10.54],
    ]
    expect(speech).toHaveLength(expected.length)
    for (const [index, { start, end }] of speech.entries()) {
      expect(Math.abs(start - expected[index]![0]!)).toBeLessThan(0.15)
      expect(Math.abs(end - expected[index]![1]!)).toBeLessThan(0.15)
    }
  })

  it.each(['music', 'noise', 'keyboard'] as const)('finds no speech in %s', async (kind) => {
    const sound = await makeSound(disturbanceInput(kind, 30))
    expect(await detector.detect(sound, never)).toEqual([])
  })

  it('finds speech between music and typing', async () => {
    const [music, keyboard, voice] = await Promise.all([
      makeSound(disturbanceInput('music', 8)),
      makeSound(disturbanceInput('keyboard', 8)),
      makeSound(speechInput(CLEAN_SPEECH.slice(0, 1))),
    ])
    const speech = await detector.detect(Int16Array.from([...music, ...voice, ...keyboard]), never)
    const [from, until] = [8, 8 + voice.length / 16_000]
    expect(speech.length).toBeGreaterThan(0)
    expect(speech[0]!.start).toBeGreaterThan(from - 0.2)
    expect(speech.at(-1)!.end).toBeLessThan(until + 0.2)
  })

  it('finds speech whose peaks are below -50 dB, as the worker cuts and amplifies it', async () => {
    const loud = await readSpeech(jfk)
    const quiet = loud.map((sample) => Math.round(sample * 0.003))
    const peak = quiet.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(peak / 32_768).toBeLessThan(10 ** (-50 / 20))
    const lengths = async (segments: readonly Int16Array[]) => {
      let seconds = 0
      for (const segment of segments)
        for (const { start, end } of await detector.detect(segment, never)) seconds += end - start
      return seconds
    }
    const expected = await lengths([loud])
    expect(await lengths(cut(quiet))).toBeGreaterThan(0.9 * expected)
  })

  it('returns nothing for an empty segment', async () => {
    expect(await detector.detect(new Int16Array(0), never)).toEqual([])
  })
})

describe('an engine with voice activity', () => {
  /** Returns a word for every second, like a recogniser that finds words in any sound. */
  const claims = (calls: RecogniseInput[] = []): Engine => ({
    id: 'claims',
    languages: ['en'],
    detectsLanguage: false,
    recognise: async (input) => {
      calls.push(input)
      const seconds = Math.floor((input.wav.length - 44) / 32_000)
      const words = Array.from({ length: seconds }, (_, n) => ({
        text: `w${n}`,
        start: n,
        end: n + 0.3,
        confidence: 1,
      }))
      return { language: 'en', words }
    },
    close: async () => {},
  })

  it('does not pass sound without speech to the engine', async () => {
    const calls: RecogniseInput[] = []
    const wav = encodeSpeech(await makeSound(disturbanceInput('keyboard', 5)))
    const { words } = await withVoiceActivity(claims(calls), detector).recognise({ wav, language: 'en', signal: never })
    expect(words).toEqual([])
    expect(calls).toEqual([])
  })

  it('drops words outside of speech', async () => {
    const speech = await makeSound(speechInput(CLEAN_SPEECH.slice(0, 1)))
    const silence = new Int16Array(8 * 16_000)
    const wav = encodeSpeech(Int16Array.from([...silence, ...speech]))
    const { words } = await withVoiceActivity(claims(), detector).recognise({ wav, language: 'en', signal: never })
    expect(words[0]!.start).toBeGreaterThanOrEqual(7)
    expect(words.length).toBeGreaterThanOrEqual(3)
  })
})

describe('speech intervals', () => {
  it.each([
    ['inside', { start: 1.2, end: 1.5 }, true],
    ['0.4 s before', { start: 0.4, end: 0.6 }, true],
    ['0.4 s behind', { start: 2.4, end: 2.6 }, true],
    ['far before', { start: 0, end: 0.4 }, false],
    ['far behind', { start: 2.6, end: 3 }, false],
  ])('a word %s', (_, word, expected) => expect(isInSpeech(word, [{ start: 1, end: 2 }])).toBe(expected))

  it('joins short stretches to sentences, which end at a pause', () => {
    const stretches = [
      { start: 0, end: 1 },
      { start: 1.6, end: 3 },
      { start: 3.2, end: 4 },
      { start: 5, end: 8 },
    ]
    expect(sentencesOf(stretches, { pause: 0.4, shortest: 2 })).toEqual([
      { start: 0, end: 4 },
      { start: 5, end: 8 },
    ])
  })
})
