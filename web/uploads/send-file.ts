// Sends files by tus, three at a time, and publishes events to the store. The URL of an upload is derived from its video
// id, so any browser with the same file can resume it at the offset of the server.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { UploadCredentials } from '@kaiwa/contract/uploads.ts'
import i18next from 'i18next'
import {
  DefaultHttpStack,
  DetailedError,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
  Upload as TusUpload,
} from 'tus-js-client'
import { call } from '../platform/call.ts'
import { openAddress } from '../platform/open-address.ts'
import { pause } from '../platform/pause.ts'
import { queryClient } from '../platform/query-client.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { onSessionEnd } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { markSending, markStopped } from './active-senders.ts'
import { hasExpired, lacksStorage, moved, RETRY_DELAYS_MS, retryDecision } from './transfer.ts'
import { dispatchUploadEvent, findUpload, orderQueued } from './upload-store.ts'

const CHUNK_BYTES = 8 * 1_048_576

export interface Destination {
  endpoint: string
  libraryId: string
  credentials: UploadCredentials
}

interface Transfer {
  file: File
  tus: TusUpload
  expiry: ReturnType<typeof setTimeout>
}
const transfers = new Map<number, Transfer>()

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
}

/** Files of failed uploads, for another attempt. */
const failedFiles = new Map<number, File>()

/** Ids of the uploads that are sent, up to the confirmation of the server. */
const sending = new Set<number>()
/** Ids of the uploads that wait, first in first out. */
let queue: readonly number[] = []

/** Moves a waiting upload to another place of the queue. */
export function moveInQueue(uploadId: number, to: number): void {
  queue = moved(queue, uploadId, to)
  orderQueued(queue)
}

/** Starts uploads of the queue while fewer than three are sent. While offline, they stay queued. */
function startNext(): void {
  while (navigator.onLine && sending.size < LIMITS.uploadsAtOnce) {
    const [uploadId, ...rest] = queue
    if (uploadId === undefined) return
    queue = rest
    const upload = findUpload(uploadId)
    // Its timer, set for the same second as that of the upload that has just ended, fails it.
    if (!upload || hasExpired(upload, Date.now())) continue
    sending.add(uploadId)
    dispatchUploadEvent(uploadId, { type: 'started' })
    transfers.get(uploadId)?.tus.start()
  }
}

/** Stops sending and keeps the file, so that the upload can be resumed. The next one of the queue starts. */
function stopSending(uploadId: number): void {
  void transfers.get(uploadId)?.tus.abort()
  markStopped(uploadId)
  queue = queue.filter((id) => id !== uploadId)
  sending.delete(uploadId)
  startNext()
}

function end(uploadId: number): void {
  stopSending(uploadId)
  clearTimeout(transfers.get(uploadId)?.expiry)
  transfers.delete(uploadId)
}

/** The file of an upload, in a toast about it. */
function named(uploadId: number): { detail?: string } {
  const name = findUpload(uploadId)?.name
  return name === undefined ? {} : { detail: name }
}

function failUpload(uploadId: number): void {
  const file = transfers.get(uploadId)?.file
  if (file) failedFiles.set(uploadId, file)
  end(uploadId)
  dispatchUploadEvent(uploadId, { type: 'failed' })
  // One toast, however many uploads fail together: the panel lists all of them.
  toast.error(i18next.t('failed', { ns: 'uploads' }), undefined, { ...named(uploadId), topic: 'upload-failed' })
}

async function renewOrFail(renew: () => Promise<void>, uploadId: number): Promise<void> {
  try {
    await renew()
  } catch {
    // The end of the page's session has removed it already.
    if (findUpload(uploadId)) failUpload(uploadId)
  }
}

function refreshLists(): void {
  void refreshQueries(queryClient, ['files'])
  void queryClient.invalidateQueries({ queryKey: ['usage'] })
}

/** Confirms an upload whose last byte has arrived, which has already started the processing. Idempotent. */
export async function confirmReceived(uploadId: number): Promise<void> {
  const file = await call('completeUpload', { params: { uploadId } })
  end(uploadId)
  failedFiles.delete(uploadId)
  dispatchUploadEvent(uploadId, { type: 'finished' })
  // As for failures, one toast for all.
  toast.success(
    i18next.t('finished', { ns: 'uploads' }),
    {
      label: i18next.t('open'),
      onAct: () => void openAddress(`/projects/${file.project_id}/files/${file.id}`),
    },
    { detail: file.title, topic: 'upload-finished' },
  )
  refreshLists()
}

async function finish(uploadId: number): Promise<void> {
  dispatchUploadEvent(uploadId, { type: 'allSent' })
  for (const delay of RETRY_DELAYS_MS) {
    await pause(delay)
    // The session has ended or the upload was cancelled.
    if (!transfers.has(uploadId)) return
    try {
      await confirmReceived(uploadId)
      return
    } catch (error) {
      if (retryDecision(error instanceof Error && 'status' in error ? Number(error.status) : 0, true) === 'give-up')
        break
    }
  }
  failUpload(uploadId)
  refreshLists()
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
}

/** Upload-Checksum value of a chunk, `sha256 <base64>`; null without Web Crypto (plain http). */
async function checksumOf(chunk: Blob): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const hash = await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer())
  return `sha256 ${toBase64(new Uint8Array(hash))}`
}

/** Whether a response to HEAD says nothing about the upload. */
function isOutage(status: number): boolean {
  return status >= 400 && retryDecision(status, true) === 'retry'
}

function adapt(request: HttpRequest): HttpRequest {
  let isAborted = false
  return {
    getMethod: () => request.getMethod(),
    getURL: () => request.getURL(),
    setHeader: (header, value) => request.setHeader(header, value),
    getHeader: (header) => request.getHeader(header),
    setProgressHandler: (handler) => request.setProgressHandler(handler),
    getUnderlyingObject: () => request.getUnderlyingObject() as unknown,
    send: async (body: unknown): Promise<HttpResponse> => {
      const checksum = body instanceof Blob ? await checksumOf(body) : null
      // Aborted while the chunk was hashed: do not send the request.
      if (isAborted) throw new Error('aborted')
      if (checksum !== null) request.setHeader('Upload-Checksum', checksum)
      const response = await request.send(body)
      // tus-js-client treats every refused HEAD request as a missing upload and immediately creates a new one. It
      // retries after a delay if an error is thrown instead.
      if (request.getMethod() === 'HEAD' && isOutage(response.getStatus()))
        throw new Error(`The server answered ${response.getStatus()}`)
      return response
    },
    abort: () => {
      isAborted = true
      return request.abort()
    },
  }
}

/**
 * HTTP stack for tus-js-client, which sends no checksums. Adds the hash of every chunk, so that the server refuses bytes
 * that were corrupted in transit (460), and they are sent again. An outage while it asks for the offset is an error.
 */
function adaptedStack(): HttpStack {
  const inner = new DefaultHttpStack({})
  return {
    createRequest: (method, url) => adapt(inner.createRequest(method, url)),
    getName: () => 'adapted',
  }
}

export interface SendOptions {
  /** The server is first asked for its offset, and the file comes before those of which nothing was sent yet. */
  isResumed: boolean
  /** Resumes the upload with another signature, when that of this page has ended; null: the upload fails. */
  renew: (() => Promise<void>) | null
}

/** Sends the file as soon as fewer than three are sent. */
export function sendFile(
  file: File,
  { endpoint, libraryId, credentials }: Destination,
  { isResumed, renew }: SendOptions,
): void {
  const { id: uploadId, video_id, expired_at, tus_signature } = credentials
  clearTimeout(transfers.get(uploadId)?.expiry)
  failedFiles.delete(uploadId)
  const interrupt = (): void => {
    stopSending(uploadId)
    dispatchUploadEvent(uploadId, { type: 'interrupted' })
  }
  const tus = new TusUpload(file, {
    endpoint,
    uploadUrl: isResumed ? `${endpoint}/${video_id}` : null,
    headers: {
      AuthorizationSignature: tus_signature,
      AuthorizationExpire: String(expired_at),
      VideoId: video_id,
      LibraryId: libraryId,
    },
    metadata: { filename: file.name, filetype: file.type },
    chunkSize: CHUNK_BYTES,
    retryDelays: [...RETRY_DELAYS_MS],
    httpStack: adaptedStack(),
    storeFingerprintForResuming: false,
    onProgress: (sent) => {
      markSending(uploadId)
      dispatchUploadEvent(uploadId, { type: 'progress', sent, at: Date.now() })
    },
    onShouldRetry: (error) => retryDecision(statusOf(error), navigator.onLine) === 'retry',
    onError: (error) => {
      // All retries have failed, or the browser is offline. The server keeps received bytes, for a later resume.
      if (error instanceof DetailedError && lacksStorage(statusOf(error), error.originalResponse?.getBody() ?? '')) {
        toast.error(i18next.t('errors.PROJECT_MAX_STORAGE_EXCEEDED'))
        interrupt()
      } else if (retryDecision(statusOf(error), navigator.onLine) !== 'give-up') interrupt()
      else if (statusOf(error) === 401 && renew && expired_at * 1000 > Date.now()) {
        // A new password or two-factor has replaced the session of this page. Without a session the call ends the page's.
        interrupt()
        void renewOrFail(renew, uploadId)
      } else failUpload(uploadId)
    },
    onSuccess: () => void finish(uploadId),
  })
  const untilExpiry = Math.min(expired_at * 1000 - Date.now(), 2 ** 31 - 1)
  const expiry = setTimeout(() => {
    const upload = findUpload(uploadId)
    if (upload && hasExpired(upload, Date.now())) failUpload(uploadId)
  }, untilExpiry)
  transfers.set(uploadId, { file, tus, expiry })
  markSending(uploadId)
  queue = isResumed ? [uploadId, ...queue] : [...queue, uploadId]
  orderQueued(queue)
  startNext()
}

/** Stops an upload and cancels it on the server, which removes its file from the folder. */
export async function cancelSending(uploadId: number): Promise<void> {
  stopSending(uploadId)
  dispatchUploadEvent(uploadId, { type: 'interrupted' })
  await call('cancelUpload', { params: { uploadId } })
  end(uploadId)
  dispatchUploadEvent(uploadId, { type: 'cancelled' })
  toast.success(i18next.t('cancelled', { ns: 'uploads' }), undefined, named(uploadId))
  refreshLists()
}

/** The file of an upload of this page; null after a reload. */
export function fileOf(uploadId: number): File | null {
  return transfers.get(uploadId)?.file ?? failedFiles.get(uploadId) ?? null
}

/** Ids of interrupted uploads of this page. */
export function interruptedIds(): number[] {
  return [...transfers.keys()].filter((uploadId) => findUpload(uploadId)?.phase === 'interrupted')
}

// The server keeps what it has received, so that the user can resume after the next sign-in.
onSessionEnd(() => {
  queue = []
  failedFiles.clear()
  for (const uploadId of transfers.keys()) end(uploadId)
})

globalThis.addEventListener('offline', () => {
  for (const uploadId of sending) {
    stopSending(uploadId)
    dispatchUploadEvent(uploadId, { type: 'interrupted' })
  }
})
globalThis.addEventListener('online', startNext)
