import { expect, it } from 'vitest'
import { openRowCounter } from './count-rows.ts'

it.each([
  ['only the heading', ['a,b\r\n'], 0],
  ['two rows', ['a,b\r\n1,2\r\n3,4\r\n'], 2],
  ['an end of a row between two pieces', ['a\r', '\n1\r', '\n'], 1],
  ['line breaks in cells', ['a\r\n"1\n2\n"\r\n'], 1],
  ['an incomplete row', ['a\r\n1\r\n2'], 1],
  ['an empty piece between CR and LF', ['a\r\n1\r', '', '\n'], 1],
])('counts %s', (_name, pieces, rows) => {
  const count = openRowCounter()
  expect(pieces.map((piece) => count(new TextEncoder().encode(piece))).at(-1)).toBe(rows)
})
