import { describe, expect, it } from 'vitest'
import {
  initialOf,
  isUnnamed,
  SPEAKER_COLOURS,
  speakerColour,
  speakerStyle,
  UNKNOWN_SPEAKER_COLOUR,
} from './speaker-identity.ts'

it.each([
  ['田中 太郎', '田', 'Japanese: family name first'],
  ['田中　太郎', '田', 'ideographic space'],
  ['田中', '田', 'a single name'],
  ['さとう はなこ', 'さ', 'hiragana'],
  ['ﾀﾅｶ ﾀﾛｳ', 'タ', 'half-width kana'],
  ['アンナ・シュミット', 'シ', 'a Western name in katakana'],
  ['김 민수', '김', 'Korean: family name first'],
  ['王 小明', '王', 'Chinese: family name first'],
  ['田中 Taro', '田', 'Japanese and Latin words'],
  ['Taro 田中', '田', 'Latin and Japanese words'],
  ['𠮷野 家子', '𠮷', 'a character of two code units'],
  ['葛󠄀城 一', '葛󠄀', 'a character with a variation selector'],
  ['Anna Schmidt', 'S', 'Western: family name last'],
  ['anna schmidt', 'S', 'small letters'],
  ['Anna', 'A', 'a single name'],
  ['Vincent van Gogh', 'G', 'particle'],
  ['Schmidt, Anna', 'S', 'family name before a comma'],
  ['TANAKA Taro', 'T', 'family name in capitals'],
  ['Anna SCHMIDT', 'S', 'family name in capitals'],
  ['Dr. Anna Schmidt', 'S', 'title'],
  ['Martin King Jr.', 'K', 'generation'],
  ['Anna Schmidt (Sales)', 'S', 'remark'],
  ['田中 太郎（営業部）', '田', 'remark'],
  ['E\u0301mile', 'É', 'combining accent'],
  ['Ａｎｎａ　Ｓｃｈｍｉｄｔ', 'S', 'full-width letters'],
  ['Анна Иванова', 'И', 'Cyrillic'],
  ['話者1', '1', 'a name of the product'],
  ['Speaker 1', '1', 'a name of the product'],
  ['Speaker 12', '12', 'a name of the product with two digits'],
  ['話者 A', '話', 'not a name of the product'],
  ['Speaker One', 'O', 'not a name of the product'],
  ['@tanaka', 'T', 'sign before the name'],
  ['「田中」', '田', 'quotation marks'],
  ['🦊', '🦊', 'an emoji'],
  ['👩‍👧 Anna', 'A', 'an emoji before a name'],
  ['👩‍👧', '👩‍👧', 'an emoji of several code points'],
  ['(Sales)', 'S', 'nothing but a remark'],
  ['…', '?', 'no letter'],
  ['', '?', 'empty'],
])('the initial of %j is %j: %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})

it.each([
  ['話者1', true],
  ['Speaker 2', true],
  [' 話者3 ', true],
  ['話者0', false],
  ['話者1さん', false],
  ['田中', false],
])('%j was made by the product: %s', (name, expected) => {
  expect(isUnnamed(name)).toBe(expected)
})

describe('colours', () => {
  it('depend on the id alone; ten consecutive speakers have ten colours', () => {
    const ids = Array.from({ length: 10 }, (_, index) => 4_711 + index)
    expect(new Set(ids.map(speakerColour)).size).toBe(10)
    expect(speakerColour(4_711)).toBe(speakerColour(4_721))
  })

  it.each([null, 0, -1])('only an unknown speaker (%j) is grey', (id) => {
    expect(speakerColour(id)).toBe(UNKNOWN_SPEAKER_COLOUR)
    expect(SPEAKER_COLOURS).not.toContain(UNKNOWN_SPEAKER_COLOUR)
    for (const colour of SPEAKER_COLOURS) {
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      expect(Math.max(...channels) - Math.min(...channels)).toBeGreaterThan(80)
    }
  })

  /** Relative luminance as in WCAG. */
  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  function contrast(a: string, b: string): number {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
    return (light + 0.05) / (dark + 0.05)
  }

  it.each([...SPEAKER_COLOURS, UNKNOWN_SPEAKER_COLOUR])(
    '%s is visible in both themes and under white letters',
    (colour) => {
      expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      // Surface and canvas of the light theme, then of the dark theme, and a row under the pointer.
      for (const background of ['#ffffff', '#f6f8f9', '#eff4f7', '#1b2024', '#14181b', '#232a2f'])
        expect(contrast(colour, background)).toBeGreaterThanOrEqual(3)
    },
  )
})

it.each([
  [{ id: 1, name: '田中 太郎', avatar: null }, '--speaker: #0476ca; --initial: "田"'],
  [{ id: 2, name: '"', avatar: null }, '--speaker: #cc4601; --initial: "?"'],
  [
    { id: 2, name: '', avatar: '/avatars/1"); }' },
    String.raw`--speaker: #cc4601; --initial: ""; --photo: url("/avatars/1\22 ); }")`,
  ],
])('writes the picture of %j as style declarations', (speaker, style) => {
  expect(speakerStyle(speaker)).toBe(style)
})
