import type { EditSession } from '@kaiwa/editor'
import type { EditableDocument } from '@kaiwa/transcript'
import { useEffect, useState } from 'react'
import { onTypingPause } from '../transcripts/typing-pause.ts'

/** The shown document, also with the changes of others, updated after a pause in typing. */
export function useSettledDocument(session: EditSession): EditableDocument {
  const [document, setDocument] = useState(() => session.getState().document)
  useEffect(() => {
    const show = () => setDocument(session.getState().document)
    show()
    return onTypingPause(session, show)
  }, [session])
  return document
}
