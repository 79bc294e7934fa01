// Which uploads some page of this browser is sending right now: each marks its own in storage while bytes move. What was
// marked here and is silent now was interrupted, by a reload for instance.
const KEY = 'kaiwa.senders'
/** Silence after which an upload counts as interrupted; a chunk on a slow line reports far more often. */
const SILENT_MS = 15_000

type Senders = Record<string, number>

const read = (): Senders => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Senders
  } catch {
    return {}
  }
}

const write = (senders: Senders): void => localStorage.setItem(KEY, JSON.stringify(senders))

let lastMark = 0
const own = new Set<number>()

/** Marks an upload as being sent by this page. */
export const rememberSender = (uploadId: number): void => {
  const now = Date.now()
  if (own.has(uploadId) && now - lastMark < 1_000) return
  own.add(uploadId)
  lastMark = now
  write({ ...read(), ...Object.fromEntries([...own].map((id) => [id, now])) })
}

export const forgetSender = (uploadId: number): void => {
  own.delete(uploadId)
  write({ ...read(), [uploadId]: 0 })
}

/** Whether this browser once sent it and no page of it does now. */
export const isSilentSender = (uploadId: number): boolean => {
  const at = read()[uploadId]
  return at !== undefined && Date.now() - at > SILENT_MS
}

globalThis.addEventListener('pagehide', () => {
  for (const uploadId of own) forgetSender(uploadId)
})
