import { expect, it } from 'vitest'
import { dropPhantoms, type Claim } from './phantoms.ts'

const claim = (text: string, rest: Partial<Claim> = {}): Claim => ({
  text,
  words: text.split(' ').map((word, n) => ({ text: word, start: n, end: n + 0.5, confidence: 1 })),
  ...rest,
})
const everywhere = () => true
const nowhere = () => false
const early = (at: number) => at < 1.5

it.each([
  ['speech is kept', claim('hello there'), everywhere, 'hello there'],
  ['what is heard in silence is dropped', claim('hello there'), nowhere, ''],
  ['the silent half is dropped', claim('a b c d e'), early, 'a b'],
  ['what the engine itself doubts is dropped', claim('hello', { noSpeech: 0.9, logProbability: -1.5 }), everywhere, ''],
  ['doubt without a bad score is kept', claim('hello', { noSpeech: 0.9, logProbability: -0.2 }), everywhere, 'hello'],
  [
    'a favourite phrase falls with little doubt',
    claim('ご視聴ありがとうございました', { noSpeech: 0.4, logProbability: -0.5 }),
    everywhere,
    '',
  ],
  [
    'a favourite phrase that is really said is kept',
    claim('ご視聴ありがとうございました', { noSpeech: 0.02, logProbability: -0.1 }),
    everywhere,
    'ご視聴ありがとうございました',
  ],
  [
    'a favourite phrase with a breath in it is dropped whole',
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
