// Every tus request proves itself by its headers; no session is needed. Whether its sender may still do it is asked of
// the database each time: a disabled user's signature, and that of somebody who lost the folder, is refused at once.
import type { IncomingHttpHeaders } from 'node:http'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { findItems } from '../tree/item-rows.ts'
import { mayEdit } from '../tree/policy.ts'
import { judgeSignature, LIBRARY } from './signature.ts'
import { findByVideo } from './store.ts'

export type AuthorisedUpload = {
  id: number
  /** Who sends it. */
  sender: Actor
  videoId: string
  /** Bytes, as announced; null for a recording, which may defer its length. */
  declaredSize: number | null
  /** Bytes, once the length was told. */
  length: number | null
  expiresAt: Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const header = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '')

/**
 * The upload that these headers speak of. `pathId` is the upload named in the address, if any. Refuses with
 * E_NO_ACCESS_TOKEN, E_INVALID_ACCESS_TOKEN (wrong or expired, or the upload was cancelled or renewed by somebody else),
 * E_USER_DISABLED, E_FORBIDDEN and E_NOT_FOUND (another upload in the address, or a file that the sender no longer sees).
 */
export const authoriseUpload = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  headers: IncomingHttpHeaders,
  pathId: string | null,
): Promise<AuthorisedUpload> => {
  const videoId = header(headers, 'videoid').toLowerCase()
  const libraryId = header(headers, 'libraryid')
  const expiresAt = Number(header(headers, 'authorizationexpire'))
  const signature = header(headers, 'authorizationsignature')
  if (!signature) throw new Refusal('E_NO_ACCESS_TOKEN')
  const upload = UUID.test(videoId) ? await findByVideo(db, videoId) : undefined
  // The same answer as to a wrong signature: without a valid one nobody learns which uploads exist.
  if (!upload) throw new Refusal('E_INVALID_ACCESS_TOKEN')
  const signed = { videoId, libraryId, expiresAt, userId: upload.created_by }
  if (judgeSignature(signed, signature, config.secret, upload.now) !== 'good')
    throw new Refusal('E_INVALID_ACCESS_TOKEN')
  if (pathId !== null && pathId.toLowerCase() !== videoId) throw new Refusal('E_NOT_FOUND')
  if (upload.is_disabled) throw new Refusal('E_USER_DISABLED')
  const isComplete = upload.completed_at !== null
  // An mp4 without a picture counts as audio once it was looked at; what was signed before still holds.
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
