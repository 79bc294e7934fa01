import { describe, expect, it } from 'vitest'
import { startsOf } from './starts-of.ts'

describe('startsOf', () => {
  it.each([
    ['abcabc', 'abc', [0, 3]],
    ['aaaa', 'aa', [0, 1, 2]],
    ['あいあいあ', 'あいあ', [0, 2]],
    ['abc', 'd', []],
    ['abc', 'abcd', []],
    ['abc', '', []],
    ['', 'a', []],
  ])('%j has %j at %j', (text, wanted, starts) => expect([...startsOf(text, wanted)]).toEqual(starts))

  it('finds what a slow search finds', () => {
    // Two letters, so that long texts have many beginnings in common.
    const letters = (length: number, seed: number) =>
      Array.from({ length }, (_, at) => 'ab'[Math.imul(at + seed, 2_654_435_761) >>> 31]).join('')
    for (let seed = 0; seed < 40; seed++) {
      const text = letters(300, seed).repeat(3)
      for (const length of [1, 3, 16, 17, 40, 299]) {
        const wanted = text.slice(seed, seed + length)
        const slow = Array.from(text, (_, at) => at).filter((at) => text.startsWith(wanted, at))
        expect([...startsOf(text, wanted)]).toEqual(slow)
        expect([...startsOf(text, `${wanted}c`)]).toEqual([])
      }
    }
  })
})
