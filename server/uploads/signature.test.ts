import { expect, it } from 'vitest'
import { judgeSignature, LIBRARY, signUpload } from './signature.ts'

const secret = 'a secret of this test'
const upload = { libraryId: LIBRARY.audio, videoId: '8d5c1a52-3f7e-4a5e-9a40-5d0a3b0f0a11', expiresAt: 2000, userId: 7 }
const good = signUpload(upload, secret)

it.each([
  ['its own upload before the end', upload, good, 1999, 'good'],
  ['the very moment of its end', upload, good, 2000, 'expired'],
  ['another video', { ...upload, videoId: '00000000-0000-4000-8000-000000000000' }, good, 0, 'wrong'],
  ['the other library', { ...upload, libraryId: LIBRARY.video }, good, 0, 'wrong'],
  ['a later end than was signed', { ...upload, expiresAt: 9000 }, good, 0, 'wrong'],
  ['another user', { ...upload, userId: 8 }, good, 0, 'wrong'],
  ['a cut signature', upload, good.slice(1), 0, 'wrong'],
  ['no signature', upload, '', 0, 'wrong'],
  ['a wrong one after the end', upload, good.replace(/./, (first) => (first === '0' ? '1' : '0')), 3000, 'wrong'],
])('UP-06 a signature for %s', (_case, signed, signature, now, verdict) => {
  expect(judgeSignature(signed, signature, secret, now)).toBe(verdict)
})
