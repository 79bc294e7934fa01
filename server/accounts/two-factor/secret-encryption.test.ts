import { expect, it } from 'vitest'
import { encryptSecret, decryptSecret } from './secret-encryption.ts'

const SECRET = { secret: 'a secret of the tests, which is long enough', previousSecret: undefined }
const OTHER = { ...SECRET, secret: `${SECRET.secret}!` }
const plain = Buffer.from('12345678901234567890')

it('decrypts what it encrypted; the plaintext is not visible', () => {
  const sealed = encryptSecret(SECRET, 7, plain)
  expect(decryptSecret(SECRET, 7, sealed)).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(encryptSecret(SECRET, 7, plain)).not.toEqual(sealed)
})

it.each([
  ['with another secret', () => decryptSecret(OTHER, 7, encryptSecret(SECRET, 7, plain))],
  ['for another user', () => decryptSecret(SECRET, 8, encryptSecret(SECRET, 7, plain))],
  [
    'changed',
    () => {
      const sealed = encryptSecret(SECRET, 7, plain)
      sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30)
      return decryptSecret(SECRET, 7, sealed)
    },
  ],
  ['cut off', () => decryptSecret(SECRET, 7, encryptSecret(SECRET, 7, plain).subarray(0, 20))],
])('does not decrypt data that is %s', (_case, open) => {
  expect(open()).toBeNull()
})

it('decrypts data of the previous secret', () => {
  expect(decryptSecret({ ...OTHER, previousSecret: SECRET.secret }, 7, encryptSecret(SECRET, 7, plain))).toEqual(plain)
})

// Written by an earlier version: rows of an installation must stay readable.
it('decrypts a stored row', () => {
  const row = '0Q4IY0Sjdy9cJ9yvpUsvRWrpaqN2nBGLilGsdDA4pjTYy0Gh5P0VyfQbDqWg+XD1'
  expect(decryptSecret(SECRET, 7, Buffer.from(row, 'base64'))).toEqual(plain)
})
