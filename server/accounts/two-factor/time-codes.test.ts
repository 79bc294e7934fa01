import { describe, expect, it } from 'vitest'
import { base32, codeAt, enrolmentUrl, newSecret, stepOf } from './time-codes.ts'

const secret = Buffer.from('12345678901234567890')

it.each([
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code of the RFC’s secret is %s', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code)
})

it.each([
  // RFC 4226, appendix D.
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [9, '520489'],
])('at counter %i it is %s', (counter, code) => {
  expect(codeAt(secret, counter)).toBe(code)
})

describe('a code matches', () => {
  it.each([
    [-2, null],
    [-1, 999],
    [0, 1000],
    [1, 1001],
    [2, null],
  ])('%i steps off: %s', (off, step) => {
    expect(stepOf(secret, codeAt(secret, 1000 + off), 1000)).toBe(step)
  })

  it('no code of another length matches', () => {
    expect(stepOf(secret, '', 1000)).toBeNull()
    expect(stepOf(secret, `${codeAt(secret, 1000)}0`, 1000)).toBeNull()
  })
})

it.each([
  // RFC 4648, section 10, without its padding.
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %s in base32', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

it('the URL contains the account and the secret', () => {
  expect(enrolmentUrl(secret, 'hana+k@kaiwa.example')).toBe(
    'otpauth://totp/Kaiwa:hana%2Bk%40kaiwa.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kaiwa&algorithm=SHA1&digits=6&period=30',
  )
})

it('secrets have 160 random bits', () => {
  expect(newSecret()).toHaveLength(20)
  expect(newSecret()).not.toEqual(newSecret())
})
