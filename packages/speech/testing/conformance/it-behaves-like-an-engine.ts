import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeSpeech } from '../../audio/speech-wav.ts'
import { openVoiceActivity } from '../../voice-activity/voice-activity.ts'
import { withVoiceActivity } from '../../voice-activity/with-voice-activity.ts'
import type { Engine } from '../../engine.ts'
import type { SpeechFailure, SpeechFailureCode } from '../../speech-failure.ts'
import { descendants } from '@kaiwa/processes/descendants.ts'

export interface EngineFixtures {
  language: string
  /** A language code that the engine does not support. */
  unknownLanguage: string
  /** Two different segments, each with a word that it must contain and the other must not. */
  one: { wav: Uint8Array; contains: string }
  other: { wav: Uint8Array; contains: string }
  /** A segment that takes the engine clearly longer than 200 ms. */
  long: Uint8Array
}

/** Tests the contract of the engine port on a real engine. Every engine of this package passes the same suite. */
export function itBehavesLikeAnEngine(
  name: string,
  open: () => Promise<Engine>,
  fixtures: () => Promise<EngineFixtures>,
): void {
  describe(`${name} behaves like an engine`, { timeout: 180_000 }, () => {
    let engine: Engine
    let given: EngineFixtures
    const never = new AbortController().signal
    const recognise = (wav: Uint8Array, language = given.language, signal = never) =>
      engine.recognise({ wav, language, signal })

    beforeAll(async () => {
      given = await fixtures()
      engine = await open()
    })
    afterAll(() => engine.close())

    it('returns words in order, within the segment', async () => {
      const { words } = await recognise(given.one.wav)
      const seconds = (given.one.wav.length - 44) / 32_000
      expect(words.map((word) => word.text)).toContain(given.one.contains)
      let last = 0
      for (const word of words) {
        expect(word.start).toBeGreaterThanOrEqual(last)
        expect(word.end).toBeGreaterThanOrEqual(word.start)
        expect(word.end).toBeLessThanOrEqual(seconds + 0.05)
        expect(word.confidence).toBeGreaterThanOrEqual(0)
        expect(word.confidence).toBeLessThanOrEqual(1)
        expect(word.text).toMatch(/^\S+$/)
        last = word.start
      }
    })

    it('returns the same words for the same segment after other calls', async () => {
      const first = await recognise(given.one.wav)
      await recognise(given.other.wav)
      expect((await recognise(given.one.wav)).words).toEqual(first.words)
    })

    it('returns no words for an empty segment', async () => {
      expect((await recognise(encodeSpeech(new Int16Array(0)))).words).toEqual([])
      expect((await recognise(encodeSpeech(new Int16Array(100)))).words).toEqual([])
    })

    it('returns no words for silence behind voice activity', async () => {
      const detector = openVoiceActivity()
      const listening = withVoiceActivity(engine, detector)
      for (const samples of [new Int16Array(5 * 16_000), hiss(5 * 16_000), new Int16Array(0)]) {
        const wav = encodeSpeech(samples)
        expect((await listening.recognise({ wav, language: given.language, signal: never })).words).toEqual([])
      }
      await detector.close()
    })

    it('does not mix the results of parallel calls', async () => {
      const results = await Promise.all(
        [given.one, given.other, given.one, given.other].map(({ wav }) => recognise(wav)),
      )
      for (const [index, { words }] of results.entries()) {
        const [own, foreign] = index % 2 === 0 ? [given.one, given.other] : [given.other, given.one]
        expect(words.map((word) => word.text)).toContain(own.contains)
        expect(words.map((word) => word.text)).not.toContain(foreign.contains)
      }
    })

    it('stops within two seconds after an abort, and works afterwards', async () => {
      const controller = new AbortController()
      const running = recognise(given.long, given.language, controller.signal)
      const waiting = recognise(given.long, given.language, controller.signal)
      const failures = Promise.all([failureOf(running), failureOf(waiting)])
      await new Promise((resolve) => setTimeout(resolve, 200))
      const abortedAt = performance.now()
      controller.abort()
      expect(await failures).toEqual(['aborted', 'aborted'])
      expect(performance.now() - abortedAt).toBeLessThan(2_000)
      expect((await recognise(given.one.wav)).words.map((word) => word.text)).toContain(given.one.contains)
    })

    it('does not start when the signal is already aborted', async () => {
      expect(await failureOf(recognise(given.one.wav, given.language, AbortSignal.abort()))).toBe('aborted')
    })

    it.each<[string, () => Uint8Array, SpeechFailureCode]>([
      ['an empty file', () => new Uint8Array(0), 'bad-wav'],
      ['text', () => new TextEncoder().encode('not a wav at all, but long enough to hold a header of one'), 'bad-wav'],
      ['a cut header', () => given.one.wav.slice(0, 30), 'bad-wav'],
      ['another sample rate', () => withBytes(given.one.wav, 24, [0x40, 0x1f, 0, 0]), 'bad-wav'],
      ['more than 30 seconds', () => encodeSpeech(new Int16Array(31 * 16_000)), 'segment-too-long'],
    ])('refuses %s by its type', async (_what, wav, code) => {
      expect(await failureOf(recognise(wav()))).toBe(code)
    })

    it('rejects a language that it does not support', async () => {
      expect(await failureOf(recognise(given.one.wav, given.unknownLanguage))).toBe('language-unknown')
    })

    it('leaves no process running', async () => {
      const before = descendants(process.pid)
      const another = await open()
      await another.recognise({ wav: given.one.wav, language: given.language, signal: never })
      const running = failureOf(another.recognise({ wav: given.long, language: given.language, signal: never }))
      await new Promise((resolve) => setTimeout(resolve, 200))
      await another.close()
      expect(await running).toBe('engine-closed')
      await expect.poll(() => descendants(process.pid).filter((pid) => !before.includes(pid))).toEqual([])
      expect(await failureOf(another.recognise({ wav: given.one.wav, language: given.language, signal: never }))).toBe(
        'engine-closed',
      )
    })
  })
}

/** The code of the `SpeechFailure` with which the promise rejects; 'none' when it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<SpeechFailureCode | 'none'> {
  try {
    await promise
    return 'none'
  } catch (error) {
    const { code } = error as Partial<SpeechFailure>
    if (code === undefined) throw error
    return code
  }
}

/** Very quiet noise, like a quiet room: about -70 dB. */
function hiss(samples: number): Int16Array {
  let state = 7
  return Int16Array.from({ length: samples }, () => ((state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % 21) - 10)
}

function withBytes(wav: Uint8Array, at: number, bytes: readonly number[]): Uint8Array {
  const changed = wav.slice()
  changed.set(bytes, at)
  return changed
}
