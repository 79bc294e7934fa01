import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAll, normalise, normaliseWithOrigin } from './normalise.ts'

describe('UI-17 text search normalisation', () => {
  it.each([
    ['half-width kana', 'ｶﾅ', 'カナ'],
    ['half-width voiced kana', 'ﾃﾞｰﾀﾍﾞｰｽ', 'データベース'],
    ['a combining voiced mark', 'か\u3099き\u3099は\u309a', 'がぎぱ'],
    ['a spaced voiced mark', 'か゛', 'が'],
    ['full-width digits', '０１２３', '0123'],
    ['half-width digits', '0123', '0123'],
    ['full-width Latin', 'Ｋａｉｗａ', 'kaiwa'],
    ['capitals', 'CRM Straße', 'crm straße'],
    ['circled and squared characters', '①㍿㌔', '1株式会社キロ'],
    ['full-width space', '田中　太郎', '田中 太郎'],
    ['wave dashes', '10〜20～30', '10~20~30'],
    ['dashes and minus', '‐–—−', '----'],
    ['a variant of a kanji', '葛\u{e0100}飾', '葛飾'],
    ['zero width', '議事\u200b録', '議事録'],
    ['hiragana is not katakana', 'さとう', 'さとう'],
    ['a long vowel is not a dash', 'サーバー', 'サーバー'],
    ['final sigma', 'ΣΑΣ ς', 'σασ σ'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('folds %s', (_, text, normal) => expect(normalise(text)).toBe(normal))

  it.each([
    ['データ', 'ﾃﾞｰﾀのデータ', ['ﾃﾞｰﾀ', 'データ']],
    ['ﾃﾞｰﾀ', 'データ', ['データ']],
    ['３月', '3月と３月', ['3月', '３月']],
    ['crm', 'CRMとＣＲＭ', ['CRM', 'ＣＲＭ']],
    ['会社', '㍿ミナト', ['㍿']],
    ['キ', '㌔㌔', ['㌔', '㌔']],
    ['か', 'か\u3099', []],
    ['が', '「か\u3099」', ['か\u3099']],
    ['😀', 'a😀😀', ['😀', '😀']],
    ['ああ', 'あああ', ['ああ']],
    ['', 'あ', []],
    ['\u200b', 'あ', []],
    ['録', '議\ud800事録', ['録']],
  ])('finds %j in %j', (needle, haystack, hits) =>
    expect(findAll(haystack, needle).map(({ start, end }) => haystack.slice(start, end))).toEqual(hits),
  )
})

/** Random text with many edge cases: both widths, combining marks, Hangul parts, ligatures, surrogates. */
const awkward = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...'かガﾃﾞ゛゜ﾟ\u3099\u309a\u0301éÉ①㌔㍿Ａ0０aAς〜ー一\u200bᄀ가ㅏㄱﾡￂ',
      '葛\u{e0100}',
      '😀',
      '\ud800',
      '\udc00',
    ),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
  { maxLength: 12 },
)
const text = awkward.map((parts) => parts.join(''))

/** Marks of four combining classes; U+0344 decomposes into two. */
const marks = ['\u0301', '\u0316', '\u0344', '\u3099', 'ﾞ', '゛', '\u0345']

describe('normaliser', () => {
  it('folds texts of any length that need no origin', () => {
    const length = 20_001
    expect(normaliseWithOrigin('Ａ'.repeat(length))).toEqual({ text: 'a'.repeat(length), origin: null })
    expect(normaliseWithOrigin('ＢＣ')).toEqual({ text: 'bc', origin: null })
  })

  it('passes at most 64 combining marks in sequence to Unicode normalisation', () => {
    const longest = (value: string) =>
      Math.max(...[...value.matchAll(/(?:(?!\u034f)\p{M})+/gu)].map(([run]) => run.length))
    for (const base of ['a', 'か', 'が', '가'])
      expect(longest(normalise(base + marks.join('').repeat(1_000)))).toBeLessThanOrEqual(64)
    expect(normalise(`か${'\u3099\u0316'.repeat(70)}`)).toHaveLength(1 + 139 + 2)
  })

  it('is idempotent for long sequences of marks', () => {
    const run = fc.array(fc.constantFrom(...marks, 'あ', 'é', '\u034f'), { minLength: 50, maxLength: 300 })
    fc.assert(
      fc.property(run, (parts) => {
        const value = `か${parts.join('')}`
        expect(normalise(normalise(value))).toBe(normalise(value))
        expect(normaliseWithOrigin(value).text).toBe(normalise(value))
      }),
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(normalise(normalise(value))).toBe(normalise(value))
      }),
    )
  })

  it('gives the same result for pieces as Unicode normalisation of the whole text', () => {
    const whole = (value: string) =>
      value
        .toWellFormed()
        .replace(/[\u200b-\u200d\ufeff\u00ad]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu, '')
        .replaceAll('゛', '\u3099')
        .replaceAll('゜', '\u309a')
        .normalize('NFKC')
        .replace(/./gsu, (character) => character.toLowerCase())
        .normalize('NFKC')
        .replace(/[‐‒–—―−]/g, '-')
        .replaceAll('〜', '~')
        .replaceAll('ς', 'σ')
    fc.assert(
      fc.property(text, (value) => {
        expect(normalise(value)).toBe(whole(value))
      }),
    )
  })

  it('maps every code unit to the whole characters it came from, in order', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { text: normal, origin } = normaliseWithOrigin(value)
        expect(normal).toBe(normalise(value))
        if (!origin) {
          expect(normal).toBe(Array.from({ length: value.length }, (_, unit) => normalise(value[unit]!)).join(''))
          expect(normal).toHaveLength(value.length)
          return
        }
        expect(origin.starts).toHaveLength(normal.length)
        let free = 0
        origin.starts.forEach((start, unit) => {
          const end = origin.ends[unit]!
          expect(
            start === free || start === origin.starts[unit - 1] || normalise(value.slice(free, start)) === '',
          ).toBe(true)
          expect(normalise(value.slice(start, end))).toContain(normal[unit])
          free = end
        })
      }),
    )
  })

  it('findAll gives the same hits as a slow search over normalised pieces', () => {
    const needle = fc.oneof(text, fc.constantFrom('か', 'が', 'キ', '会社', 'a', '0'))
    fc.assert(
      fc.property(text, needle, text, (before, wanted, after) => {
        const haystack = before + wanted + after
        const hits = findAll(haystack, wanted)
        const normal = normalise(wanted)
        expect(hits.length > 0).toBe(normal !== '' && normalise(haystack).includes(normal))
        let free = 0
        for (const { start, end } of hits) {
          expect(start).toBeGreaterThanOrEqual(free)
          expect(normalise(haystack.slice(start, end))).toContain(normal)
          free = end
        }
      }),
    )
  })
})
