import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeSpeech } from '../audio/speech-wav.ts'
import { CLEAN_SPEECH, makeSound, speechInput } from '../testing/sounds/sound-recipes.ts'
import { openVoiceActivity, type VoiceActivity } from '../voice-activity/voice-activity.ts'
import { detectLanguage } from './detect-language.ts'
import { voteLanguage } from './vote-language.ts'

function votes(text: string) {
  return text.split(' ').map((vote) => {
    const [language, seconds] = vote.split(':')
    return { language: language === '-' ? null : (language ?? null), seconds: Number(seconds) }
  })
}

it.each([
  ['the language of most sentences', 'ja:4 en:9 ja:4', 'ja'],
  ['of two with equally many, the longer one', 'ja:4 en:9', 'en'],
  ['no vote without words', '-:4 -:9 en:3', 'en'],
  ['nothing without any language', '-:4', null],
])('a vote elects %s', (_, given, expected) => expect(voteLanguage(votes(given))).toBe(expected))

describe('the language of a recording', { timeout: 60_000 }, () => {
  let detector: VoiceActivity
  let speech: Int16Array
  beforeAll(async () => {
    detector = openVoiceActivity()
    speech = await makeSound(speechInput(CLEAN_SPEECH.slice(0, 4)))
  })
  afterAll(() => detector.close())

  /** Returns these languages, one per call, and counts the calls and the segments that were read. */
  const detect = async (languages: readonly string[], segments: readonly Int16Array[]) => {
    let [calls, read] = [0, 0]
    async function* wavs() {
      for (const samples of segments) {
        read++
        yield encodeSpeech(samples)
      }
    }
    const recognise = async () => ({
      language: languages[calls++ % languages.length]!,
      words: [{ text: 'x', start: 0, end: 1, confidence: 1 }],
    })
    const found = await detectLanguage({ recognise }, detector, wavs(), new AbortController().signal)
    return { ...found, calls, read }
  }

  it('is that of most of its sentences, each recognised separately', async () => {
    const { language, calls } = await detect(['ja', 'en', 'ja', 'ja'], [speech])
    expect(language).toBe('ja')
    expect(calls).toBeGreaterThanOrEqual(3)
  })

  it('is detected in the first minute of speech', async () => {
    const { read, seconds } = await detect(
      ['en'],
      Array.from({ length: 12 }, () => speech),
    )
    expect(seconds).toBeGreaterThanOrEqual(60)
    expect(seconds).toBeLessThan(70)
    expect(read).toBeLessThan(8)
  })

  it('is not looked for in silence', async () => {
    expect(await detect(['en'], [new Int16Array(16_000 * 10)])).toEqual({
      language: null,
      seconds: 0,
      calls: 0,
      read: 1,
    })
  })
})
