// The signature of an upload allows its holder to send the bytes of this upload and nothing else. It covers the
// library, the video, the user and the expiry. Every request checks the current rights of that user.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const LIBRARY = { video: 'kaiwa-video', audio: 'kaiwa-audio' } as const

export type SignedFields = {
  libraryId: string
  videoId: string
  /** Unix seconds. */
  expiresAt: number
  /** User who sends: `created_by` of the upload. */
  userId: number
}

export const signUpload = ({ libraryId, videoId, expiresAt, userId }: SignedFields, secret: string): string =>
  createHmac('sha256', secret).update(`upload:${libraryId}:${expiresAt}:${videoId}:${userId}`).digest('hex')

export type SignatureStatus = 'valid' | 'invalid' | 'expired'

/** Verifies a signature at `now` (Unix seconds). A signature that is both wrong and expired counts as wrong. */
export const verifySignature = (
  signed: SignedFields,
  signature: string,
  secret: string,
  now: number,
): SignatureStatus => {
  const expected = Buffer.from(signUpload(signed, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
  return signed.expiresAt > now ? 'valid' : 'expired'
}
