import { expect, it } from 'vitest'
import { decrypt, encrypt, keyIdOf, secretsOf } from './encrypt.ts'

const SECRET = 'a secret of the tests, which is long enough'
const PURPOSE = { use: 'tests', boundTo: 'workspace 7 access' }
const plain = Buffer.from('a token')

it('decrypts what it encrypted, each time with another iv', () => {
  const sealed = encrypt(SECRET, PURPOSE, plain)
  expect(decrypt(SECRET, PURPOSE, sealed)).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(encrypt(SECRET, PURPOSE, plain)).not.toEqual(sealed)
})

it.each([
  ['another secret', `${SECRET}!`, PURPOSE],
  ['another workspace', SECRET, { ...PURPOSE, boundTo: 'workspace 8 access' }],
  ['another kind of token', SECRET, { ...PURPOSE, boundTo: 'workspace 7 refresh' }],
  ['another use', SECRET, { ...PURPOSE, use: 'other tests' }],
])('decrypts nothing with %s', (_name, secret, purpose) => {
  expect(decrypt(secret, purpose, encrypt(SECRET, PURPOSE, plain))).toBeNull()
})

it('names a secret by 8 digits that are not a part of it', () => {
  expect(keyIdOf(SECRET)).toMatch(/^[0-9a-f]{8}$/)
  expect(keyIdOf(SECRET)).toBe(keyIdOf(SECRET))
  expect(keyIdOf(`${SECRET}!`)).not.toBe(keyIdOf(SECRET))
})

it('the present secret comes first, and a previous one counts only if it is another', () => {
  expect(secretsOf({ secret: 'b', previousSecret: 'a' })).toEqual(['b', 'a'])
  expect(secretsOf({ secret: 'b', previousSecret: 'b' })).toEqual(['b'])
  expect(secretsOf({ secret: 'b', previousSecret: undefined })).toEqual(['b'])
})
