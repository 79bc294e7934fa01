import type { UploadCredentials, UploadTicket } from '@kaiwa/contract/uploads.ts'
import type { Config } from '../platform/config.ts'
import { LIBRARY, signUpload } from './upload-signature.ts'
import { TUS_PATH } from './tus-path.ts'

export type SignedUpload = {
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
export const makeTicket = (
  uploads: readonly SignedUpload[],
  { userId, origin }: { userId: number; origin: string },
  config: Config,
): UploadTicket => ({
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
})
