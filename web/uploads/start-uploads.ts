import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { UploadCredentials, UploadEntryInput, UploadTicket } from '@kaiwa/contract/uploads.ts'
import i18next from 'i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { pause } from '../platform/pause.ts'
import { queryClient } from '../platform/query-client.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { toMb } from '../platform/format-size.ts'
import { onSessionEnd } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { type ReadyCandidate, recordingDuration } from './candidate.ts'
import { confirmReceived, fileOf, interruptedIds, sendFile } from './send-file.ts'
import {
  addUpload,
  dispatchUploadEvent,
  findUpload,
  isRunning,
  onUploadsChanged,
  removeUpload,
} from './upload-store.ts'

/** The choices of the person for the uploads of this page that may have to restart, by upload id. */
const chosen = new Map<number, ReadyCandidate>()
/** Uploads that are being restarted. */
const restarts = new Map<number, AbortController>()
onSessionEnd(() => {
  chosen.clear()
  for (const restart of restarts.values()) restart.abort()
})

onUploadsChanged(() => {
  for (const uploadId of chosen.keys()) {
    const upload = findUpload(uploadId)
    if (upload && (isRunning(upload) || upload.phase === 'failed')) continue
    chosen.delete(uploadId)
    // The person has removed the failed upload from the panel.
    restarts.get(uploadId)?.abort()
  }
})

async function toEntry({ uuid, file, speakers, language }: ReadyCandidate): Promise<UploadEntryInput> {
  return {
    uuid,
    name: file.name,
    size: toMb(file.size),
    duration: (await recordingDuration(file)) / 60,
    num_speaker: speakers === 0 ? null : speakers,
    language,
  }
}

/** Requests credentials. While offline, shows an error and retries every 10 s until `signal` aborts (UP-12, UP-13). */
async function requestTicket(projectId: number, files: UploadEntryInput[], signal: AbortSignal): Promise<UploadTicket> {
  for (;;) {
    signal.throwIfAborted()
    try {
      if (navigator.onLine)
        return await call('requestUpload', { params: { id: projectId }, body: { files } }, { signal })
    } catch (error) {
      if (codeOf(error) !== 'OFFLINE') throw error
    }
    toast.error(i18next.t('offline', { ns: 'uploads' }))
    await pause(LIMITS.uploadOfflineRetrySeconds * 1000)
  }
}

function libraryOf(ticket: UploadTicket, credentials: UploadCredentials): string {
  return credentials.is_audio ? ticket.audio_library_id : ticket.library_id
}

/**
 * Uploads whose signature was replaced without a request of the person: once, so that two browsers that send the same file do
 * not take the upload from each other again and again.
 */
const renewed = new Set<number>()

function renewal(projectId: number, uploadId: number): (() => Promise<void>) | null {
  if (renewed.has(uploadId)) return null
  return () => {
    renewed.add(uploadId)
    return resumeUpload(projectId, uploadId, null)
  }
}

function refreshFiles(): void {
  void refreshQueries(queryClient, ['files'])
}

/**
 * Announces the chosen files to the server and starts sending them. Returns the uuids of those that were started. Throws
 * ApiError when any of them is refused.
 */
export async function startUploads(
  projectId: number,
  candidates: readonly ReadyCandidate[],
  signal: AbortSignal,
): Promise<string[]> {
  const started: string[] = []
  const ticket = await requestTicket(projectId, await Promise.all(candidates.map(toEntry)), signal)
  for (const candidate of candidates) {
    const { uuid, file } = candidate
    const credentials = ticket.uploads[uuid]
    if (!credentials) continue
    started.push(uuid)
    const { id: uploadId, expired_at: expiresAt, name } = credentials
    addUpload({ uploadId, uuid, projectId, name, size: file.size, sent: 0, phase: 'queued', expiresAt, samples: [] })
    chosen.set(uploadId, candidate)
    const destination = { endpoint: ticket.endpoint, libraryId: libraryOf(ticket, credentials), credentials }
    sendFile(file, destination, { isResumed: false, renew: renewal(projectId, uploadId) })
  }
  refreshFiles()
  return started
}

/** Resumes an upload with the file that this page holds, or with `selected` after a reload. */
export async function resumeUpload(projectId: number, uploadId: number, selected: File | null): Promise<void> {
  const file = selected ?? fileOf(uploadId)
  if (!file) return
  const ticket = await call('renewUpload', { params: { uploadId } })
  const found = Object.entries(ticket.uploads).find(([, { id }]) => id === uploadId)
  if (!found) return
  const [uuid, credentials] = found
  const { expired_at: expiresAt, name } = credentials
  const phase = findUpload(uploadId)?.phase
  if (phase === 'interrupted' || phase === 'failed') dispatchUploadEvent(uploadId, { type: 'resumed', expiresAt })
  else addUpload({ uploadId, uuid, projectId, name, size: file.size, sent: 0, phase: 'queued', expiresAt, samples: [] })
  const destination = { endpoint: ticket.endpoint, libraryId: libraryOf(ticket, credentials), credentials }
  sendFile(file, destination, { isResumed: true, renew: renewal(projectId, uploadId) })
  refreshFiles()
}

/** Restarts a failed upload. It keeps its row until another one has replaced it. */
async function restartUpload(projectId: number, uploadId: number, candidate: ReadyCandidate): Promise<void> {
  const restart = new AbortController()
  restarts.set(uploadId, restart)
  try {
    const started = await startUploads(projectId, [{ ...candidate, uuid: createUuid() }], restart.signal)
    if (started.length === 0) throw new Error('The server gave no credentials for the upload')
    removeUpload(uploadId)
  } catch (error) {
    if (!restart.signal.aborted) throw error
  } finally {
    restarts.delete(uploadId)
  }
}

/**
 * Sends a failed upload again from where it stopped. One that has arrived is confirmed; one that the server no longer
 * has is restarted.
 */
export async function retryUpload(projectId: number, uploadId: number): Promise<void> {
  try {
    await resumeUpload(projectId, uploadId, null)
  } catch (error) {
    const candidate = chosen.get(uploadId)
    if (codeOf(error) === 'E_CONFLICT') await confirmReceived(uploadId)
    else if (codeOf(error) === 'E_NOT_FOUND' && candidate) await restartUpload(projectId, uploadId, candidate)
    else throw error
  }
}

globalThis.addEventListener('online', () => {
  for (const uploadId of interruptedIds()) {
    const upload = findUpload(uploadId)
    // An upload that fails to resume keeps its resume button.
    if (upload) void resumeUpload(upload.projectId, uploadId, null).catch(() => undefined)
  }
})
