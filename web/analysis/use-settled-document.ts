import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession, SessionUpdate } from '@kaiwa/editor'
import type { EditableDocument } from '@kaiwa/transcript'
import { useEffect, useState } from 'react'

/** Whether an update is an own edit of a text, which more typing may follow. */
function isTyping({ cause, changes }: SessionUpdate): boolean {
  const isText = changes?.some((change) => change.type === 'put' && change.before.content !== change.after.content)
  return cause === 'edit' && isText === true
}

/** The shown document, updated immediately with the changes of others, and with typed text after a pause. */
export function useSettledDocument(session: EditSession): EditableDocument {
  const [document, setDocument] = useState(() => session.getState().document)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = () => setDocument(session.getState().document)
    show()
    const stop = session.subscribe((update) => {
      if (update.changes?.length === 0) return
      clearTimeout(timer)
      if (isTyping(update)) timer = setTimeout(show, LIMITS.typingPauseMs)
      else show()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session])
  return document
}
