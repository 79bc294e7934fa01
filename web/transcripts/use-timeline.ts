import type { EditSession } from '@kaiwa/editor'
import { sentimentOver } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import { useMemo } from 'react'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { EMPTY_TIMELINE } from '../player/timeline.ts'
import type { Timeline } from '../player/timeline.ts'
import { useSections } from './use-sections.ts'

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

/** Transcript data for the progress bar; section starts only while the section sidebar is open (PLAY-13). */
export function useTimeline(session: EditSession): Timeline {
  const [isOpen] = useSavedSetting('is_section_opened')
  const sections = useSections(session)
  const sentimentAt = useMemo(() => sentimentIn(session), [session])
  return useMemo(() => ({ sections: isOpen ? sections : null, sentimentAt }), [isOpen, sections, sentimentAt])
}
