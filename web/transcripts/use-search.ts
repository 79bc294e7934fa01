import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession } from '@kaiwa/editor'
import type { EditableDocument, TextPosition } from '@kaiwa/transcript'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { HitWalk } from './hit-walk.ts'
import { onSettled } from './settled.ts'
import { useHitWalk } from './use-hit-walk.ts'

export interface Search {
  readonly walk: HitWalk
  step: (by: 1 | -1) => void
  /** Searches the current document without debouncing, after a replacement. Continues after `position`, if given. */
  refresh: (position?: TextPosition | null) => void
}

/** The document to search: updated after a pause in typing, and immediately after a structural change. */
function useSettledDocument(session: EditSession, isSearching: boolean): [EditableDocument, () => void] {
  const [document, setDocument] = useState(() => session.getState().document)
  const refresh = () => setDocument(session.getState().document)
  useEffect(() => {
    const show = () => setDocument(session.getState().document)
    show()
    if (!isSearching) return undefined
    return onSettled(session, show)
  }, [session, isSearching])
  return [document, refresh]
}

/** Search in a transcript, in the blocks of one speaker or of all (0). */
export function useSearch(session: EditSession, typed: string, speaker: number): Search {
  const [words] = useDebouncedValue(typed, LIMITS.typingPauseMs)
  const [document, refresh] = useSettledDocument(session, words.trim() !== '')
  const { walk, move, continueAfter } = useHitWalk(document, words, speaker)
  const handleRefresh = (position: TextPosition | null = null) => {
    refresh()
    if (position) continueAfter(session.getState().document, position)
  }
  return { walk, step: move, refresh: handleRefresh }
}
