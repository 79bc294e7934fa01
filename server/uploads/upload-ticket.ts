// The signature of an upload allows its holder to send the bytes of this upload and nothing else. It covers the
// library, the video, the user and the expiry. Every request checks the current rights of that user.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UploadCredentials, UploadTicket } from '@kaiwa/contract/uploads.ts'
import type { Config } from '../platform/config.ts'

export const TUS_PATH = '/api/tus'

export const LIBRARY = { video: 'kaiwa-video', audio: 'kaiwa-audio' } as const

export interface SignedFields {
  libraryId: string
  videoId: string
  /** Unix seconds. */
  expiresAt: number
  /** User who sends: `created_by` of the upload. */
  userId: number
}

export function signUpload({ libraryId, videoId, expiresAt, userId }: SignedFields, secret: string): string {
  return createHmac('sha256', secret).update(`upload:${libraryId}:${expiresAt}:${videoId}:${userId}`).digest('hex')
}

export type SignatureStatus = 'valid' | 'invalid' | 'expired'

/** Verifies a signature at `now` (Unix seconds). A signature that is both wrong and expired counts as wrong. */
export function verifySignature(signed: SignedFields, signature: string, secret: string, now: number): SignatureStatus {
  const expected = Buffer.from(signUpload(signed, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
  return signed.expiresAt > now ? 'valid' : 'expired'
}

export interface SignedUpload {
  id: number
  uuid: string
  title: string
  videoId: string
  isAudio: boolean
  /** Unix seconds. */
  expiresAt: number
}

/**
 * Builds the ticket for a sender: one signature per upload, and the endpoint. `userId` is the sender; `origin` is the
 * origin of the caller's request.
 */
export function makeTicket(
  uploads: readonly SignedUpload[],
  { userId, origin }: { userId: number; origin: string },
  config: Config,
): UploadTicket {
  return {
    uploads: Object.fromEntries(
      uploads.map((upload): [string, UploadCredentials] => [
        upload.uuid,
        {
          id: upload.id,
          name: upload.title,
          video_id: upload.videoId,
          expired_at: upload.expiresAt,
          is_audio: upload.isAudio,
          tus_signature: signUpload(
            {
              libraryId: upload.isAudio ? LIBRARY.audio : LIBRARY.video,
              videoId: upload.videoId,
              expiresAt: upload.expiresAt,
              userId,
            },
            config.secret,
          ),
        },
      ]),
    ),
    library_id: LIBRARY.video,
    audio_library_id: LIBRARY.audio,
    endpoint: origin + TUS_PATH,
  }
}
