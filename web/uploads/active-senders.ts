// Tracks which uploads the pages of this browser are sending: each page writes timestamps to localStorage while it
// sends. An upload with an old timestamp was interrupted, for instance by a reload.
const KEY = 'kaiwa.senders'
/** Age of the timestamp at which an upload counts as interrupted. Slow uploads also report more often than this. */
const STALE_MS = 15_000

type Senders = Record<string, number>

function read(): Senders {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Senders
  } catch {
    return {}
  }
}

function write(senders: Senders): void {
  return localStorage.setItem(KEY, JSON.stringify(senders))
}

let lastMark = 0
const own = new Set<number>()

/** Marks an upload as being sent by this page. */
export function markSending(uploadId: number): void {
  const now = Date.now()
  if (own.has(uploadId) && now - lastMark < 1_000) return
  own.add(uploadId)
  lastMark = now
  write({ ...read(), ...Object.fromEntries([...own].map((id) => [id, now])) })
}

export function markStopped(uploadId: number): void {
  own.delete(uploadId)
  write({ ...read(), [uploadId]: 0 })
}

/** Whether this browser has sent the upload before and no page is sending it now. */
export function hasStoppedSending(uploadId: number): boolean {
  const at = read()[uploadId]
  return at !== undefined && Date.now() - at > STALE_MS
}

globalThis.addEventListener('pagehide', () => {
  for (const uploadId of own) markStopped(uploadId)
})
