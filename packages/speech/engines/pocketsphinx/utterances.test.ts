import { expect, it } from 'vitest'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { utterances } from './utterances.ts'

/** Synthetic recording: positive numbers are seconds of speech (a loud tone), negative ones of a quiet room. */
function recording(...seconds: number[]) {
  return Int16Array.from(
    seconds.flatMap((length) =>
      Array.from({ length: Math.abs(length) * SPEECH_RATE }, (_, at) => (length > 0 ? 8_000 : 20) * Math.sin(at / 3)),
    ),
  )
}

it.each([
  ['one sentence', [3], [0]],
  ['a breath', [3, -0.4, 3], [0]],
  ['two sentences', [3, -1, 3], [0, 3.5]],
  ['three', [2, -0.8, 2, -2, 2], [0, 2.4, 5.8]],
  ['a short answer stays with the previous utterance', [3, -1, 0.5], [0]],
  ['pauses at the ends belong to the sentence', [-1, 3, -1], [0]],
])('%s', (_, seconds, starts) => {
  const samples = recording(...seconds)
  const found = utterances(samples)
  expect(found.map(({ start }) => Math.round(start * 10) / 10)).toEqual(starts)
  expect(found.reduce((sum, one) => sum + one.samples.length, 0)).toBe(samples.length)
})

it('returns silence and an empty recording unchanged', () => {
  expect(utterances(new Int16Array(SPEECH_RATE))).toHaveLength(1)
  expect(utterances(new Int16Array(0))).toEqual([{ start: 0, samples: new Int16Array(0) }])
})
