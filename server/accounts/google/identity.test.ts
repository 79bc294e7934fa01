import { describe, expect, it } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { type Claims, readIdentity } from './identity.ts'

const ISSUER = 'https://id.example'
const whole = { sub: '42', email: 'hana@kaiwa.example', email_verified: true }

function read(claims: Claims) {
  return readIdentity(ISSUER, claims)
}

function refusal(claims: Claims): string {
  try {
    read(claims)
    return 'none'
  } catch (error) {
    return error instanceof Refusal ? error.code : 'a bug'
  }
}

it('is issuer, subject, address, names and language', () => {
  expect(read({ ...whole, given_name: '花子', family_name: '山田', locale: 'ja' })).toEqual({
    issuer: ISSUER,
    subject: '42',
    email: 'hana@kaiwa.example',
    first_name: '花子',
    last_name: '山田',
    locale: 'ja',
  })
})

describe('is refused', () => {
  it.each([
    ['an address that is not verified', { ...whole, email_verified: false }, 'E_EMAIL_NOT_VERIFIED'],
    ['a word that says so', { ...whole, email_verified: 'false' }, 'E_EMAIL_NOT_VERIFIED'],
    ['no word about it', { sub: '42', email: 'hana@kaiwa.example' }, 'E_EMAIL_NOT_VERIFIED'],
    ['a number for it', { ...whole, email_verified: 1 }, 'E_EMAIL_NOT_VERIFIED'],
    ['no address', { sub: '42', email_verified: true }, 'AUTH_INVALID_CREDENTIALS'],
    ['an address that is none', { ...whole, email: 'hana' }, 'AUTH_INVALID_CREDENTIALS'],
    ['several addresses', { ...whole, email: ['hana@kaiwa.example'] }, 'AUTH_INVALID_CREDENTIALS'],
    ['no subject', { ...whole, sub: '' }, 'AUTH_INVALID_CREDENTIALS'],
    ['a subject that is no text', { ...whole, sub: 42 }, 'AUTH_INVALID_CREDENTIALS'],
  ])('%s', (_case, claims, code) => {
    expect(refusal(claims)).toBe(code)
  })

  it('does not apply to a boolean sent as a string', () => {
    expect(refusal({ ...whole, email_verified: 'true' })).toBe('none')
  })
})

it.each([
  ['its parts', { given_name: 'Hanako', family_name: 'Yamada', name: 'Ms. Yamada' }, ['Hanako', 'Yamada']],
  ['one part', { given_name: 'Hanako' }, ['Hanako', '']],
  ['the whole', { name: 'Hanako Maria Yamada' }, ['Hanako', 'Maria Yamada']],
  ['the whole, family name first', { name: '山田　花子' }, ['花子', '山田']],
  ['one word', { name: '花子' }, ['花子', '']],
  ['the address', {}, ['hana', '']],
  ['the address, where the name hides something', { given_name: 'a\u202eb' }, ['hana', '']],
  ['what fits', { given_name: 'x'.repeat(300), family_name: 'y' }, ['x'.repeat(100), 'y']],
])('a name is taken from %s', (_case, claims, names) => {
  const { first_name, last_name } = read({ ...whole, ...claims })
  expect([first_name, last_name]).toEqual(names)
})

it.each([
  ['ja-JP', 'ja'],
  ['en_GB', 'en'],
  ['fr', null],
  [undefined, null],
])('the language of %s is %s', (locale, language) => {
  expect(read({ ...whole, locale }).locale).toBe(language)
})
