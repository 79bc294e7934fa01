import { expect, it } from 'vitest'
import { dropPhantoms, type SegmentWords } from './phantoms.ts'

function claim(text: string, rest: Partial<SegmentWords> = {}): SegmentWords {
  return {
    text,
    words: text.split(' ').map((word, n) => ({ text: word, start: n, end: n + 0.5, confidence: 1 })),
    ...rest,
  }
}

function everywhere() {
  return true
}

function nowhere() {
  return false
}

function early({ start }: { start: number }) {
  return start < 1.5
}

it.each([
  ['speech is kept', claim('hello there'), everywhere, 'hello there'],
  ['words in silence are dropped', claim('hello there'), nowhere, ''],
  ['words in the silent half are dropped', claim('a b c d e'), early, 'a b'],
  ['words with low confidence are dropped', claim('hello', { noSpeech: 0.9, logProbability: -1.5 }), everywhere, ''],
  [
    'a no-speech probability with a good score is kept',
    claim('hello', { noSpeech: 0.9, logProbability: -0.2 }),
    everywhere,
    'hello',
  ],
  [
    'a listed phrase is dropped with a lower threshold',
    claim('ご視聴ありがとうございました', { noSpeech: 0.4, logProbability: -0.5 }),
    everywhere,
    '',
  ],
  [
    'a listed phrase that is really spoken is kept',
    claim('ご視聴ありがとうございました', { noSpeech: 0.02, logProbability: -0.1 }),
    everywhere,
    'ご視聴ありがとうございました',
  ],
  [
    'a listed phrase with a breath in it is dropped completely',
    claim('Thanks for watching and please subscribe'),
    early,
    '',
  ],
] as const)('%s', (_name, given, loud, kept) => {
  expect(
    dropPhantoms([given], loud)
      .map((word) => word.text)
      .join(' '),
  ).toBe(kept)
})
