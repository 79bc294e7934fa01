import { expect, it } from 'vitest'
import { readTime, writeTime } from './times-text.ts'

it.each([
  ['0:07', 7],
  ['2:03.4', 123.4],
  ['63.25', 63.25],
  ['1:02:03', 3723],
  [' １：０２ ', 62],
  ['90', 90],
  ['1:60', null],
  ['1:60:00', null],
  ['1:2:3:4', null],
  ['1.5:00', null],
  ['-1', null],
  ['', null],
  ['abc', null],
])('parses %j as %s', (text, seconds) => expect(readTime(text)).toBe(seconds))

it.each([
  [7, '0:07.00'],
  [123.4, '2:03.40'],
  [3723.456, '1:02:03.46'],
  [59.999, '1:00.00'],
])('formats %d as %s, which can be parsed', (seconds, text) => {
  expect(writeTime(seconds)).toBe(text)
  expect(readTime(text)).toBeCloseTo(seconds, 1)
})
