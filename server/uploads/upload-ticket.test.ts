import { expect, it } from 'vitest'
import { LIBRARY, signUpload, verifySignature } from './upload-ticket.ts'

const secret = 'a secret of this test'
const upload = {
  libraryId: LIBRARY.audio,
  videoId: '8d5c1a52-3f7e-4a5e-9a40-5d0a3b0f0a11',
  expiresAt: 2000,
  sessionId: 7,
}
const valid = signUpload(upload, secret)

it.each([
  ['its own upload before the end', upload, valid, 1999, 'valid'],
  ['the very moment of its end', upload, valid, 2000, 'expired'],
  ['another video', { ...upload, videoId: '00000000-0000-4000-8000-000000000000' }, valid, 0, 'invalid'],
  ['the other library', { ...upload, libraryId: LIBRARY.video }, valid, 0, 'invalid'],
  ['a later end than was signed', { ...upload, expiresAt: 9000 }, valid, 0, 'invalid'],
  ['another session', { ...upload, sessionId: 8 }, valid, 0, 'invalid'],
  ['a cut signature', upload, valid.slice(1), 0, 'invalid'],
  ['no signature', upload, '', 0, 'invalid'],
  ['a wrong one after the end', upload, valid.replace(/./, (first) => (first === '0' ? '1' : '0')), 3000, 'invalid'],
])('UP-06 a signature for %s', (_case, signed, signature, now, verdict) => {
  expect(verifySignature(signed, signature, secret, now)).toBe(verdict)
})
