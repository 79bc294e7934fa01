import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession } from '@kaiwa/editor'
import type { EditableDocument, TextPosition } from '@kaiwa/transcript'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { SearchHits } from './search-hits.ts'
import { onTypingPause } from './typing-pause.ts'
import { useSearchHits } from './use-search-hits.ts'

export interface Search {
  readonly hits: SearchHits
  step: (by: 1 | -1) => void
  /** Searches the current document without debouncing, after a replacement. Continues after `position`, if given. */
  refresh: (position?: TextPosition | null) => void
}

/** The document to search: updated after a pause in typing, and immediately after a structural change. */
function usePausedDocument(session: EditSession, isSearching: boolean): [EditableDocument, () => void] {
  const [document, setDocument] = useState(() => session.getState().document)
  const refresh = () => setDocument(session.getState().document)
  useEffect(() => {
    const show = () => setDocument(session.getState().document)
    show()
    if (!isSearching) return undefined
    return onTypingPause(session, show)
  }, [session, isSearching])
  return [document, refresh]
}

/** Search in a transcript, in the blocks of one speaker or of all (0). */
export function useSearch(session: EditSession, typed: string, speaker: number): Search {
  const [words] = useDebouncedValue(typed, LIMITS.typingPauseMs)
  const [document, refresh] = usePausedDocument(session, words.trim() !== '')
  const { hits, move, continueAfter } = useSearchHits(document, words, speaker)
  const handleRefresh = (position: TextPosition | null = null) => {
    refresh()
    if (position) continueAfter(session.getState().document, position)
  }
  return { hits, step: move, refresh: handleRefresh }
}
