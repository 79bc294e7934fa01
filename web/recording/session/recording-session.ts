// Begins, continues and ends recordings of this browser. One page records one at a time; other tabs have their own.
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { readJournal } from '@kaiwa/recording/read-journal.ts'
import { queryClient } from '../../platform/query-client.ts'
import { currentSession as signedInSession, onSessionEnd, sessionQuery, wasSignedIn } from '../../platform/session.ts'
import { timesNow } from '../capture/clocks.ts'
import type { Gap } from '../capture/recorder.ts'
import { sendRecording } from '../send/send-recording.ts'
import { openStore, requestPersistence } from '../storage/open-store.ts'
import { lockedRecordings } from '../storage/recording-lock.ts'
import type { RecordingSession, RecordingStore, RecordingWriter, Sources } from '../types.ts'
import { confirm } from './confirm.ts'
import { cancelStored } from './cancel-stored.ts'
import { currentSession, setCurrentSession } from './current-session.ts'
import { LiveSession } from './live-session.ts'
import { loadLimits } from './recording-limits.ts'
import { maySendByItself, sendStored } from './stored-sendings.ts'

/** This page is recording already. */
export class AlreadyRecording extends Error {
  override name = 'AlreadyRecording'
}

/** The recording cannot be opened or continued. */
export class RecordingUnavailable extends Error {
  override name = 'RecordingUnavailable'
  /** `owned`: another tab records or sends it. `ended`: it was finished, sent or discarded, also by another tab. */
  readonly reason: 'owned' | 'ended'

  constructor(uuid: string, reason: 'owned' | 'ended') {
    super(`${uuid}: ${reason}`)
    this.reason = reason
  }
}

let live: LiveSession | null = null
/** Two clicks must not begin two recordings. */
let isStarting = false

/** The recording stays stored for the next login of the same person. */
function closeLive(): void {
  void live?.close().catch(() => undefined)
}

// A session that expires in the middle of a meeting ends nothing: the recording is sent when the same person has logged in.
onSessionEnd(({ onPurpose }) => {
  if (onPurpose) closeLive()
})

queryClient.getQueryCache().subscribe(({ query, type }) => {
  if (type !== 'updated' || query.queryKey[0] !== sessionQuery.queryKey[0]) return
  const userId = signedInSession()?.user.id
  if (userId !== undefined && live && live.userId !== userId) closeLive()
})

/** Loads the session when the person may have logged in in another tab. */
function findNewSession(): void {
  if (live && signedInSession() === null && wasSignedIn())
    void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
}

globalThis.addEventListener('storage', findNewSession)
globalThis.addEventListener('focus', findNewSession)

/** Runs `begin` unless this page records. A recording that was stopped but not finished stays stored. */
async function exclusively(begin: () => Promise<LiveSession>): Promise<RecordingSession> {
  if (isStarting || live?.isRunning) throw new AlreadyRecording('This page is recording already')
  isStarting = true
  try {
    await live?.close()
    live = await begin()
    setCurrentSession(live)
    return live
  } finally {
    isStarting = false
  }
}

/** Ends a recording when it is as large as the server accepts. */
async function endAtLimit(session: LiveSession, writer: RecordingWriter): Promise<void> {
  const { bytes } = await loadLimits()
  const endIfLarge = (): void => {
    if (session.isRunning && writer.size >= bytes) void session.stop()
  }
  writer.subscribe(endIfLarge)
  endIfLarge()
}

function open(store: RecordingStore, writer: RecordingWriter, sources: Sources, gap: Gap | null): LiveSession {
  const session: LiveSession = new LiveSession({
    store,
    writer,
    openSender: () => sendRecording(writer),
    sources,
    isPersistent: requestPersistence(),
    maxSeconds: loadLimits().then(({ seconds }) => seconds),
    gap,
    onEnd: () => {
      if (live !== session) return
      live = null
      setCurrentSession(null)
    },
  })
  void endAtLimit(session, writer)
  return session
}

/** Begins to record. Rejects with AlreadyRecording, CaptureFailure, or QuotaExceededError of a full disk. */
export function startSession(details: RecordingDetails, sources: Sources): Promise<RecordingSession> {
  return exclusively(async () => {
    const userId = signedInSession()?.user.id
    if (userId === undefined) throw new Error('startSession without a signed-in user')
    const store = await openStore()
    const startedAt = new Date().toISOString()
    const writer = await store.create({
      type: 'header',
      version: 1,
      uuid: crypto.randomUUID(),
      userId,
      startedAt,
      ...details,
    })
    try {
      return open(store, writer, sources, null)
    } catch (error) {
      await writer.remove()
      throw error
    }
  })
}

async function openStored(uuid: string): Promise<{ store: RecordingStore; writer: RecordingWriter }> {
  const store = await openStore()
  const writer = await store.open(uuid)
  if (!writer) throw new RecordingUnavailable(uuid, (await lockedRecordings()).has(uuid) ? 'owned' : 'ended')
  return { store, writer }
}

/** Continues a recording after a crash or a reload. Rejects with RecordingUnavailable, too. */
export function continueSession(uuid: string, sources: Sources): Promise<RecordingSession> {
  return exclusively(async () => {
    const { store, writer } = await openStored(uuid)
    try {
      if (readJournal(writer.entries).isStopped) throw new RecordingUnavailable(uuid, 'ended')
      const last = writer.entries.findLast((entry) => entry.type === 'piece')
      const seconds = last ? Math.max(0, (Date.now() - last.at) / 1_000) : 0
      return open(store, writer, sources, { reason: 'closed', seconds, since: timesNow() })
    } catch (error) {
      await writer.close()
      throw error
    }
  })
}

/** Sends the rest of a stored recording and ends it. Rejects with RecordingUnavailable or ApiError; it then stays stored. */
export async function finishStored(
  uuid: string,
  details: RecordingDetails,
): Promise<{ fileId: number; projectId: number }> {
  if (currentSession()?.uuid === uuid && live) return live.finish(details)
  const { writer } = await openStored(uuid)
  try {
    await confirm(writer, details)
  } catch (error) {
    await writer.close()
    throw error
  }
  // Not before: it would ask for the folder that was chosen first, which may be gone.
  return sendStored(writer)
}

/**
 * Sends the recordings of a person that were finished but not sent completely, as after a reload. Other tabs do the same: the
 * lock of a recording lets one of them send it. `onEnd` is called for each that was sent, or refused (`error`).
 */
export async function sendFinished(
  userId: number,
  onEnd: (title: string, result: { projectId: number } | { error: unknown }) => void,
): Promise<void> {
  const store = await openStore()
  for (const { header, details, size, isConfirmed, isOwnedElsewhere } of await store.list(userId)) {
    const { uuid } = header
    if (!isConfirmed || size === 0 || isOwnedElsewhere || !maySendByItself(uuid)) continue
    // One that cannot be read does not hold up the others.
    const writer = await store.open(uuid).catch(() => null)
    if (!writer) continue
    sendStored(writer).then(
      (sent) => onEnd(details.title, sent),
      (error: unknown) => onEnd(details.title, { error }),
    )
  }
}

/** Deletes a stored recording, and cancels its upload. Rejects with RecordingUnavailable or ApiError; it then stays stored. */
export async function discardStored(uuid: string): Promise<void> {
  if (live?.uuid === uuid) return live.discard()
  const { writer } = await openStored(uuid)
  try {
    await cancelStored(writer)
    await writer.remove()
  } catch (error) {
    await writer.close()
    throw error
  }
}
