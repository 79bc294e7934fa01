import type { EditSession, SessionUpdate } from '@kaiwa/editor'
import { LIMITS } from '@kaiwa/contract/limits.ts'

/** Whether blocks were added or deleted, or the whole transcript was loaded (null). */
export function isStructural(changes: SessionUpdate['changes']): boolean {
  return changes?.some(({ type }) => type !== 'put') ?? true
}

/** Calls `show` after a pause in typing, or immediately after a structural change (EDIT-59). Returns `unsubscribe`. */
export function onTypingPause(session: EditSession, show: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const stop = session.subscribe(({ changes }) => {
    if (changes?.length === 0) return
    clearTimeout(timer)
    if (isStructural(changes)) show()
    else timer = setTimeout(show, LIMITS.typingPauseMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
