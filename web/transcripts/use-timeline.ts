import type { EditSession } from '@kaiwa/editor'
import { sentimentOver } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import { useMemo } from 'react'
import { EMPTY_TIMELINE } from '../player/timeline.ts'
import type { Timeline } from '../player/timeline.ts'
import { filePage } from './file-page.ts'

/** Returns the sentiment at a time in the current document. */
function sentimentIn(session: EditSession): Timeline['sentimentAt'] {
  let read: EditableDocument | null = null
  let answer = EMPTY_TIMELINE.sentimentAt
  return (time) => {
    const { document } = session.getState()
    if (document !== read) {
      read = document
      answer = sentimentOver(document)
    }
    return answer(time)
  }
}

/** Transcript data for the progress bar. */
export function useTimeline(session: EditSession): Timeline {
  const useMarks = filePage.sectionMarks.get()
  const sections = useMarks(session)
  const sentimentAt = useMemo(() => sentimentIn(session), [session])
  return useMemo(() => ({ sections, sentimentAt }), [sections, sentimentAt])
}
