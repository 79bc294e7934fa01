import type { EditSession, SessionUpdate } from '@kaiwa/editor'
import { LIMITS } from '@kaiwa/contract/limits.ts'

/** Blocks came or went, or everything was read anew (null). */
export const isStructural = (changes: SessionUpdate['changes']): boolean =>
  changes?.some(({ type }) => type !== 'put') ?? true

/** Calls `show` when typing has paused, and at once when blocks have come or gone (EDIT-59); the answer ends it. */
export function onSettled(session: EditSession, show: () => void): () => void {
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
