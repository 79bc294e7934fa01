// Tracks which uploads the pages of this browser are sending: each page writes timestamps to localStorage while its
// uploads are sent or queued. An upload with an old timestamp was interrupted, for instance by a reload.
import { localStore } from '../platform/browser-storage.ts'

const KEY = 'kaiwa.senders'
/** More than can be unfinished in one browser. */
const KEPT = 500
/** Age of the timestamp at which an upload counts as interrupted; one of the future is from before the clock was put back. */
const STALE_MS = 15_000

type Senders = Record<string, number>

function read(): Senders {
  const stored = localStore.readJson(KEY)
  return typeof stored === 'object' && stored !== null ? (stored as Senders) : {}
}

/** Keeps the newest uploads: ids ascend, and so do integer keys. */
function write(senders: Senders): void {
  localStore.write(KEY, JSON.stringify(Object.fromEntries(Object.entries(senders).slice(-KEPT))))
}

/** Uploads that wait for their turn or between two attempts report no progress. */
const MARK_INTERVAL_MS = 5_000
const own = new Set<number>()
let lastMark = 0
let timer: ReturnType<typeof setInterval> | undefined

function markOwn(): void {
  lastMark = Date.now()
  write({ ...read(), ...Object.fromEntries([...own].map((id) => [id, lastMark])) })
}

/** Marks an upload as being sent by this page, or waiting for its turn, until `markStopped`. Call it on progress, too: browsers slow down the timers of hidden pages. */
export function markSending(uploadId: number): void {
  timer ??= setInterval(markOwn, MARK_INTERVAL_MS)
  if (own.has(uploadId) && Date.now() - lastMark < 1_000) return
  own.add(uploadId)
  markOwn()
}

export function markStopped(uploadId: number): void {
  own.delete(uploadId)
  write({ ...read(), [uploadId]: 0 })
  if (own.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Whether this browser has sent the upload before and no page is sending it now. */
export function hasStoppedSending(uploadId: number): boolean {
  const at = read()[uploadId]
  return at !== undefined && Math.abs(Date.now() - at) > STALE_MS
}

globalThis.addEventListener('pagehide', () => {
  for (const uploadId of own) markStopped(uploadId)
})
