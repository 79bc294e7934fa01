import { expect, it } from 'vitest'
import { encryptSecret, decryptSecret } from './secret-encryption.ts'

const SECRET = 'a secret of the tests, which is long enough'
const plain = Buffer.from('12345678901234567890')

it('decrypts what it encrypted; the plaintext is not visible', () => {
  const sealed = encryptSecret(SECRET, 7, plain)
  expect(decryptSecret(SECRET, 7, sealed)).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(encryptSecret(SECRET, 7, plain)).not.toEqual(sealed)
})

it.each([
  ['with another secret', () => decryptSecret(`${SECRET}!`, 7, encryptSecret(SECRET, 7, plain))],
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
