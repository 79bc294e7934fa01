// Every tus request is authorised by its headers; no session is needed. The sender's rights are read from the database
// for each request. The signature of a disabled user, or of one who lost access to the folder, is refused immediately.
import type { IncomingHttpHeaders } from 'node:http'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { findItems } from '../tree/store/items.ts'
import { mayEdit } from '../tree/policy.ts'
import { LIBRARY, verifySignature } from './upload-ticket.ts'
import { findUpload, findUploadByVideoId } from './store.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findFile } from '../files/store/files.ts'

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
 * E_INVALID_ACCESS_TOKEN (wrong or expired, or the upload was cancelled or renewed by another user), E_USER_DISABLED,
 * E_FORBIDDEN and E_NOT_FOUND (another upload in the URL, or a file that the sender no longer sees).
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
  if (!upload) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const signed = { videoId, libraryId, expiresAt, userId: upload.created_by }
  if (verifySignature(signed, signature, config.secret, upload.now) !== 'valid')
    throw new Refusal('E_INVALID_ACCESS_TOKEN')
  if (pathId !== null && pathId.toLowerCase() !== videoId) throw new Refusal('E_NOT_FOUND')
  if (upload.is_disabled) throw new Refusal('E_USER_DISABLED')
  const isComplete = upload.completed_at !== null
  // An mp4 without a picture counts as audio after it was probed; signatures from before stay valid.
  const isOfItsLibrary = libraryId === (upload.is_audio ? LIBRARY.audio : LIBRARY.video)
  if (!isComplete && (upload.is_expired || !isOfItsLibrary)) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const actor = await actorOfUser(db, upload.created_by)
  if (!actor) throw new Refusal('E_INVALID_ACCESS_TOKEN')
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
