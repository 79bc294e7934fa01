// Recordings that this page sends without recording them: those that were finished after a crash or a reload. Outside of React,
// so that sending continues while the person opens other pages.
import { readJournal } from '@kaiwa/recording/read-journal.ts'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { makeListeners } from '../../platform/listeners.ts'
import { onSessionEnd } from '../../platform/session.ts'
import { sendRecording } from '../send/send-recording.ts'
import type { RecordingSender, RecordingWriter } from '../types.ts'
import { awaitSent } from './await-sent.ts'

/** A refused recording is not retried automatically for this time: the person was told, and decides. */
const RETRY_REFUSED_MS = 5 * 60_000

export interface StoredSending {
  uuid: string
  title: string
  /** Bytes. */
  size: number
  sent: number
}

/** Sending was stopped by the person. The recording stays stored. */
export class SendingStopped extends Error {
  override name = 'SendingStopped'
}

interface Sending {
  writer: RecordingWriter
  sender: RecordingSender
  title: string
  stop: () => void
}

const sendings = new Map<string, Sending>()
/** Time (`performance.now()`) before which a recording is not sent automatically. */
const heldBack = new Map<string, number>()
const { subscribe, notify: notifyListeners } = makeListeners()
let shown: readonly StoredSending[] = []

function notify(): void {
  shown = [...sendings].map(([uuid, { writer, sender, title }]) => ({
    uuid,
    title,
    size: writer.size,
    sent: sender.get().sent,
  }))
  notifyListeners()
}

export function storedSendings(): readonly StoredSending[] {
  return shown
}

export function useStoredSendings(): readonly StoredSending[] {
  return useSyncExternalStore(subscribe, storedSendings)
}

/** Stops sending a recording, which stays stored, and is not sent by any tab until the person asks for it. */
export async function stopSending(uuid: string): Promise<void> {
  const sending = sendings.get(uuid)
  await sending?.writer.append({ type: 'withdrawn', at: Date.now() }).catch(() => undefined)
  sending?.stop()
}

/** Whether a finished recording may be sent without a click of the person. */
export function maySendByItself(uuid: string): boolean {
  return !sendings.has(uuid) && performance.now() >= (heldBack.get(uuid) ?? 0)
}

// The next sign-in of the same person sends the rest.
onSessionEnd(({ onPurpose }) => {
  if (onPurpose) for (const { stop } of sendings.values()) stop()
})

/** The browser asks in its own words. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Sends the rest of a recording whose details were confirmed, then deletes it here. Rejects with ApiError or SendingStopped;
 * the recording then stays stored. The writer is closed in each case.
 */
export async function sendStored(writer: RecordingWriter): Promise<{ fileId: number; projectId: number }> {
  const { uuid, entries } = writer
  heldBack.delete(uuid)
  const sender = sendRecording(writer)
  const stopped = Promise.withResolvers<never>()
  const { title } = readJournal(entries).details
  sendings.set(uuid, { writer, sender, title, stop: () => stopped.reject(new SendingStopped(uuid)) })
  sender.subscribe(notify)
  notify()
  globalThis.addEventListener('beforeunload', askBeforeUnload)
  try {
    const sent = await Promise.race([awaitSent(sender), stopped.promise])
    sender.close()
    await writer.remove()
    return sent
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status !== 401
    if (isRefused) heldBack.set(uuid, performance.now() + RETRY_REFUSED_MS)
    sender.close()
    await writer.close()
    throw error
  } finally {
    sendings.delete(uuid)
    if (sendings.size === 0) globalThis.removeEventListener('beforeunload', askBeforeUnload)
    notify()
  }
}
