// Whoever holds the signature of an upload may send its bytes and nothing else: it names the library, the video, the user
// it was made for and the moment it ends. Every request checks that user's rights.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const LIBRARY = { video: 'kaiwa-video', audio: 'kaiwa-audio' } as const

export type Signed = {
  libraryId: string
  videoId: string
  /** Unix seconds. */
  expiresAt: number
  /** Who sends: `created_by` of the upload. */
  userId: number
}

export const signUpload = ({ libraryId, videoId, expiresAt, userId }: Signed, secret: string): string =>
  createHmac('sha256', secret).update(`upload:${libraryId}:${expiresAt}:${videoId}:${userId}`).digest('hex')

export type Verdict = 'good' | 'wrong' | 'expired'

/** Judges a signature at `now` (Unix seconds). A wrong one is wrong even when it is also expired. */
export const judgeSignature = (signed: Signed, signature: string, secret: string, now: number): Verdict => {
  const expected = Buffer.from(signUpload(signed, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong'
  return signed.expiresAt > now ? 'good' : 'expired'
}
