import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const SECRET = 'a secret of the tests, which is long enough'
const plain = Buffer.from('12345678901234567890')

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = seal(SECRET, 7, plain)
  expect(unseal(SECRET, 7, sealed)).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(seal(SECRET, 7, plain)).not.toEqual(sealed)
})

it.each([
  ['with another secret', () => unseal(`${SECRET}!`, 7, seal(SECRET, 7, plain))],
  ['for another user', () => unseal(SECRET, 8, seal(SECRET, 7, plain))],
  [
    'changed',
    () => {
      const sealed = seal(SECRET, 7, plain)
      sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30)
      return unseal(SECRET, 7, sealed)
    },
  ],
  ['cut off', () => unseal(SECRET, 7, seal(SECRET, 7, plain).subarray(0, 20))],
])('does not open what is %s', (_case, open) => {
  expect(open()).toBeNull()
})
