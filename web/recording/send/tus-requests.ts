// The requests of tus that a recording needs. tus-js-client does not fit: between two pieces, the sender announces segments,
// renews its credentials, waits for storage or a sign-in, or begins a new upload. The client would have to be replaced
// for each of these, and it creates another upload when the request for an offset is refused.
import type { UploadCredentials, UploadTicket } from '@kaiwa/contract/uploads.ts'
import { ApiError, toApiError } from '../../platform/api-error.ts'

/** Address and credentials for the bytes of a recording. */
export interface TusTarget {
  endpoint: string
  libraryId: string
  credentials: UploadCredentials
}

/** The target of an upload; null if the ticket has no credentials for it. */
export function targetOf(
  { uploads, endpoint, library_id, audio_library_id }: UploadTicket,
  isOurs: (credentials: UploadCredentials) => boolean,
): TusTarget | null {
  const credentials = Object.values(uploads).find(isOurs)
  return credentials ? { endpoint, credentials, libraryId: credentials.is_audio ? audio_library_id : library_id } : null
}

/** State of an upload. `length` is null until it was declared. */
export interface TusState {
  offset: number
  length: number | null
}

const BASE_TIMEOUT_MS = 60_000
/** The slowest connection that is waited for. */
const MIN_BYTES_PER_MS = 16

/** `globalThis.btoa` for bytes. */
function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Throws ApiError; without a response its `code` is OFFLINE, as for calls. */
async function request(
  { endpoint, libraryId, credentials }: TusTarget,
  method: 'POST' | 'HEAD' | 'PATCH',
  own: Record<string, string>,
  signal: AbortSignal,
  body?: Uint8Array<ArrayBuffer>,
): Promise<TusState> {
  const timeout = BASE_TIMEOUT_MS + (body?.length ?? 0) / MIN_BYTES_PER_MS
  let response: Response
  let answer: unknown
  try {
    response = await fetch(method === 'POST' ? endpoint : `${endpoint}/${credentials.video_id}`, {
      method,
      headers: {
        'Tus-Resumable': '1.0.0',
        AuthorizationSignature: credentials.tus_signature,
        AuthorizationExpire: String(credentials.expired_at),
        VideoId: credentials.video_id,
        LibraryId: libraryId,
        ...own,
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      ...(body ? { body } : {}),
    })
    answer = response.ok ? null : await response.json().catch(() => null)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ApiError('OFFLINE', 0, {}, cause)
  }
  if (!response.ok) {
    const error = toApiError(response.status, answer)
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (Number.isFinite(wait)) error.retryAt = Date.now() + wait * 1_000
    throw error
  }
  const length = response.headers.get('upload-length')
  return { offset: Number(response.headers.get('upload-offset') ?? 0), length: length === null ? null : Number(length) }
}

function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${toBase64(new TextEncoder().encode(value))}`)
    .join(',')
}

/** Creates an upload whose length is declared later. */
export function createUpload(
  target: TusTarget,
  { name, mime }: { name: string; mime: string },
  signal: AbortSignal,
): Promise<TusState> {
  const own = { 'Upload-Defer-Length': '1', 'Upload-Metadata': metadata({ filename: name, filetype: mime }) }
  return request(target, 'POST', own, signal)
}

export function findState(target: TusTarget, signal: AbortSignal): Promise<TusState> {
  return request(target, 'HEAD', {}, signal)
}

/** Sends bytes with their checksum. `length`: declares the length of the upload, which ends it when these are its last bytes. */
export async function sendBytes(
  target: TusTarget,
  { offset, bytes, length }: { offset: number; bytes: Uint8Array<ArrayBuffer>; length: number | null },
  signal: AbortSignal,
): Promise<TusState> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const own = {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
    'Upload-Checksum': `sha256 ${toBase64(hash)}`,
    ...(length === null ? {} : { 'Upload-Length': String(length) }),
  }
  const { offset: received } = await request(target, 'PATCH', own, signal, bytes)
  return { offset: received, length }
}
