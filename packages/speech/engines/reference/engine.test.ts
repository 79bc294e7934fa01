import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loudness } from '../../audio/energy.ts'
import { encodeSpeech } from '../../audio/speech-wav.ts'
import { openReference } from './engine.ts'
import { spreadWords, type Token, type Utterance } from './spread-words.ts'

describe('words of an utterance', () => {
  const tokens = (text: string): Token[] => [...text].map((character) => ({ text: character, reading: character }))
  const utterance: Utterance = { start: 10, end: 14, speaker: 'A', text: 'ああ、ああああ。' }
  const times = (loud: (frame: number) => boolean) =>
    spreadWords(utterance, tokens, loud).map((word) => `${word.text} ${word.start.toFixed(2)}-${word.end.toFixed(2)}`)

  it('share the time by morae when the sound is even', () => {
    expect(times(() => true)).toEqual([
      'あ 10.00-10.67',
      'あ、 10.67-11.33',
      'あ 11.33-12.00',
      'あ 12.00-12.67',
      'あ 12.67-13.33',
      'あ。 13.33-14.00',
    ])
  })

  it('align the end of a clause with a nearby pause', () => {
    const pause = (frame: number) => frame < 1_100 || frame >= 1_200
    expect(times(pause)).toEqual([
      'あ 10.00-10.50',
      'あ、 10.50-11.00',
      'あ 12.00-12.50',
      'あ 12.50-13.00',
      'あ 13.00-13.50',
      'あ。 13.50-14.00',
    ])
  })

  it('are complete in silence too', () => {
    expect(
      spreadWords(utterance, tokens, () => false)
        .map((word) => word.text)
        .join(''),
    ).toBe(utterance.text)
  })
})

describe('sample call', { timeout: 30_000 }, () => {
  const media = new URL('../../../../media/', import.meta.url)
  const { utterances } = JSON.parse(readFileSync(new URL('ja-sales-call.json', media), 'utf8')) as {
    utterances: Utterance[]
  }
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', new URL('ja-sales-call.m4a', media).pathname, '-f', 's16le', '-ac', '1', '-ar', '16000', '-'],
    { maxBuffer: 2 ** 26 },
  )
  const audio = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
  const frames = loudness(audio)
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
  const engine = openReference({
    language: 'ja',
    utterances,
    audio,
    tokenise: (text) => [...segmenter.segment(text)].map(({ segment }) => ({ text: segment, reading: '' })),
  })
  const never = new AbortController().signal
  const at = (start: number, seconds: number) =>
    encodeSpeech(audio.subarray(start * 16_000, (start + seconds) * 16_000))

  it.each([0, 27.3, 61.15, 140.02, 210.9])('is found from second %d', async (start) => {
    const { words, turns } = await engine.recognise({ wav: at(start, 25), language: 'ja', signal: never })
    const inside = utterances.filter((utterance) => utterance.start >= start + 0.2 && utterance.end <= start + 24.8)
    const text = words.map((word) => word.text).join('')
    for (const utterance of inside) expect(text).toContain(utterance.text)
    const first = inside[0]
    const place = text.indexOf(first?.text ?? '')
    let length = 0
    const word = words.find((candidate) => (length += candidate.text.length) > place)
    // The voice starts some tenths of a second after the utterance; the word must start with the voice.
    const measuredStart = frames.findIndex((frame, n) => n >= (first?.start ?? 0) * 100 && frame > -40) / 100
    expect(Math.abs((word?.start ?? 0) + start - measuredStart)).toBeLessThan(0.1)
    expect(new Set(turns?.map((turn) => turn.speaker)).size).toBe(2)
  })

  it('returns no words for another recording', async () => {
    const other = Int16Array.from(
      { length: 160_000 },
      (_, n) => 8_000 * Math.sin(n / 9) * Math.abs(Math.sin(n / 9_000)),
    )
    expect((await engine.recognise({ wav: encodeSpeech(other), language: 'ja', signal: never })).words).toEqual([])
  })

  it('joined from consecutive segments gives the whole text once', async () => {
    let text = ''
    for (let start = 0; start < audio.length / 16_000; start += 20)
      text += (await engine.recognise({ wav: at(start, 20), language: 'ja', signal: never })).words
        .map((word) => word.text)
        .join('')
    const whole = utterances.map((utterance) => utterance.text).join('')
    // A word at a cut may be in both segments or in neither.
    expect(Math.abs(text.length - whole.length)).toBeLessThan(25)
  })
})
