// The signature of an upload allows its holder to send the bytes of this upload and nothing else. It covers the
// library, the video, the session to which it was given, and the expiry. Every tus request is authorised by its headers,
// without a token. Session and rights of the sender are read from the database for each request: a signature is refused
// as soon as its session has ended, its user is disabled or has lost access to the folder.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { UploadCredentials, UploadTicket } from '@kaiwa/contract/uploads.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorOfSession } from '../accounts/sessions/authenticate.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { findItems } from '../tree/store/items.ts'
import { mayEdit } from '../tree/policy.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findFile } from '../files/store/files.ts'
import { findUpload, findUploadByVideoId } from './store/uploads.ts'

export const TUS_PATH = '/api/tus'

export const LIBRARY = { video: 'kaiwa-video', audio: 'kaiwa-audio' } as const

export interface SignedFields {
  libraryId: string
  videoId: string
  /** Unix seconds. */
  expiresAt: number
  /** Session of the sender: `session_id` of the upload. */
  sessionId: number
}

export function signUpload({ libraryId, videoId, expiresAt, sessionId }: SignedFields, secret: string): string {
  return createHmac('sha256', secret)
    .update(`upload:${libraryId}:${expiresAt}:${videoId}:session ${sessionId}`)
    .digest('hex')
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
 * Builds the ticket for a sender: one signature per upload, and the endpoint. `sessionId` is that of the sender; `origin` is
 * the origin of the caller's request.
 */
export function makeTicket(
  uploads: readonly SignedUpload[],
  { sessionId, origin }: { sessionId: number; origin: string },
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
              sessionId,
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

export interface AuthorisedUpload {
  id: number
  /** User who sends the bytes. */
  sender: Actor
  videoId: string
  /** Bytes, as announced; null for a live recording, which may defer its length. */
  declaredSize: number | null
  /** Bytes; null until the length is declared. */
  length: number | null
  expiresAt: Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function header(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? '')
}

/**
 * Finds the upload for these headers. `pathId` is the upload id in the URL, if any. Refuses with E_NO_ACCESS_TOKEN,
 * E_INVALID_ACCESS_TOKEN (wrong or expired, the session has ended, or the upload was cancelled or renewed in another
 * session), E_USER_DISABLED, E_FORBIDDEN and E_NOT_FOUND (another upload in the URL, or a file that the sender no longer sees).
 */
export async function authoriseUpload(
  { db, config }: Pick<App, 'db' | 'config'>,
  headers: IncomingHttpHeaders,
  pathId: string | null,
): Promise<AuthorisedUpload> {
  const videoId = header(headers, 'videoid').toLowerCase()
  const libraryId = header(headers, 'libraryid')
  const expiresAt = Number(header(headers, 'authorizationexpire'))
  const signature = header(headers, 'authorizationsignature')
  if (!signature) throw new Refusal('E_NO_ACCESS_TOKEN')
  const upload = UUID.test(videoId) ? await findUploadByVideoId(db, videoId) : undefined
  // Same answer as for a wrong signature, so that the existence of uploads is not revealed.
  if (!upload || upload.session_id === null) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const signed = { videoId, libraryId, expiresAt, sessionId: upload.session_id }
  if (verifySignature(signed, signature, config.secret, upload.now) !== 'valid')
    throw new Refusal('E_INVALID_ACCESS_TOKEN')
  if (pathId !== null && pathId.toLowerCase() !== videoId) throw new Refusal('E_NOT_FOUND')
  if (upload.is_disabled) throw new Refusal('E_USER_DISABLED')
  const isComplete = upload.completed_at !== null
  // An mp4 without a picture counts as audio after it was probed; signatures from before stay valid.
  const isOfItsLibrary = libraryId === (upload.is_audio ? LIBRARY.audio : LIBRARY.video)
  if (!isComplete && (upload.is_expired || !isOfItsLibrary)) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const actor = await actorOfSession(db, upload.session_id)
  if (!actor || actor.id !== upload.created_by) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const [item] = await findItems(db, actor, [upload.item_id])
  if (!item) throw new Refusal('E_NOT_FOUND')
  if (!mayEdit(item)) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return {
    id: upload.id,
    sender: actor,
    videoId,
    declaredSize: upload.declared_size === null ? null : upload.declared_size * BYTES_PER_MB,
    length: upload.length,
    expiresAt: upload.expires_at,
  }
}

/**
 * The same for a person with a session: an upload whose file the actor may edit. Refuses with E_NOT_FOUND when the actor cannot see the file, else with
 * E_FORBIDDEN.
 */
export async function findOwnUpload(db: Db | Trx, actor: Actor, uploadId: number) {
  const upload = await findUpload(db, uploadId)
  if (!upload) throw new Refusal('E_NOT_FOUND')
  const file = await findFile(db, actor, upload.file_id)
  if (!mayEdit(file)) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return { ...upload, file }
}
