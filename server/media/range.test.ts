import { expect, it } from 'vitest'
import { parseRange } from './range.ts'

it.each([
  ['no header', undefined, null],
  ['from the start', 'bytes=0-', { start: 0, end: 99 }],
  ['a middle', 'bytes=10-19', { start: 10, end: 19 }],
  ['one byte', 'bytes=0-0', { start: 0, end: 0 }],
  ['an end beyond the object', 'bytes=90-500', { start: 90, end: 99 }],
  ['the last ten', 'bytes=-10', { start: 90, end: 99 }],
  ['a tail longer than the object', 'bytes=-500', { start: 0, end: 99 }],
  ['an empty tail', 'bytes=-0', 'unsatisfiable'],
  ['a start beyond the object', 'bytes=100-', 'unsatisfiable'],
  ['an end before the start', 'bytes=20-10', null],
  ['two ranges', 'bytes=0-1,5-6', null],
  ['another unit', 'items=0-1', null],
  ['no numbers', 'bytes=-', null],
])('PLAY-20 %s of 100 bytes', (_case, header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})
