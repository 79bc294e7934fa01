import { expect, it } from 'vitest'
import { editedText } from './edit-text.ts'
import { closeEdits } from './text-difference.ts'

it.each<[name: string, before: string, after: string, edits: [start: number, end: number, text: string][]]>([
  ['nothing', '会議です', '会議です', []],
  ['an insertion', '会議です', '会議中です', [[2, 2, '中']]],
  ['a removal', '会議中です', '会議です', [[2, 3, '']]],
  ['a character of a repeated one', 'はいはい', 'はいはいはい', [[4, 4, 'はい']]],
  ['an emoji with the same first unit', '今日は😀です', '今日は😁です', [[3, 5, '😁']]],
  ['an ideograph with the same first unit', '𠮷田さん', '𠮟田さん', [[0, 2, '𠮟']]],
  ['an ideograph instead of an emoji with the same second unit', 'はい😀です', 'はい𠨀です', [[2, 4, '𠨀']]],
  ['an emoji before one with the same first unit', '😁です', '😀😁です', [[0, 0, '😀']]],
  ['an emoji behind an ideograph with the same second unit', 'はい𠨀', 'はい𠨀😀', [[4, 4, '😀']]],
  ['a removed emoji between others', '😀😁😂', '😀😂', [[2, 4, '']]],
  [
    'emojis at both ends of a long change',
    '😀今日は会議です😀',
    '😁今日は会議です😁',
    [
      [0, 2, '😁'],
      [9, 11, '😁'],
    ],
  ],
])('closeEdits finds %s', (_name, before, after, edits) => {
  const found = closeEdits(before, after)
  expect(found.map(({ start, end, text }) => [start, end, text])).toEqual(edits)
  expect(editedText(before, found)).toBe(after)
})

it('closeEdits cuts no surrogate pair of texts with few different code units', () => {
  const units = ['😀', '😁', '𠨀', '𠮷', '𠮟', 'あ']
  const texts = units.flatMap((a) => ['', ...units].flatMap((b) => ['', ...units].map((c) => a + b + c)))
  for (const before of texts)
    for (const after of texts) {
      const edits = closeEdits(before, after)
      expect(editedText(before, edits)).toBe(after)
      for (const { start, end, text } of edits)
        expect([before.slice(0, start), text, before.slice(end)].map((part) => part.isWellFormed())).toEqual([
          true,
          true,
          true,
        ])
    }
})
