import { expect, it } from 'vitest'
import { parseCode, formatRecoveryCode } from './codes.ts'

it.each([
  ['123456', 'time', '123456'],
  ['123 456', 'time', '123456'],
  ['１２３４５６', 'time', '123456'],
  ['１２３　４５６ ', 'time', '123456'],
  ['123-456', 'time', '123456'],
  ['ABCDE-FGHJK', 'recovery', 'ABCDEFGHJK'],
  ['abcde fghjk', 'recovery', 'ABCDEFGHJK'],
  ['ａｂｃｄｅーｆｇｈｊｋ', 'recovery', 'ABCDEFGHJK'],
  ['O1234-iLo89', 'recovery', '0123411089'],
])('%j is read as the %s code %s', (typed, kind, code) => {
  expect(parseCode(typed)).toEqual({ kind, code })
})

it.each(['', '12345', '1234567', '12345a', 'ABCDE-FGHJ', 'ABCDE-FGHJKM', 'ABCDE-FGHJU', '会話会話会話'])(
  '%j is not a code',
  (typed) => {
    expect(parseCode(typed)).toBeNull()
  },
)

it('a recovery code is shown in two halves', () => {
  expect(formatRecoveryCode('ABCDEFGHJK')).toBe('ABCDE-FGHJK')
})
