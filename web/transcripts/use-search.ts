import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditSession } from '@kaiwa/editor'
import type { EditableDocument, TextPosition } from '@kaiwa/transcript'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { firstHitAfter, search, type SearchHits, step, type Wrap } from './search-hits.ts'
import { onTypingPause } from './typing-pause.ts'

export interface Search {
  readonly hits: SearchHits
  /** The hits of what was typed last are not known yet. */
  readonly isPending: boolean
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

interface Chosen {
  /** The search of this selection. Another search starts at its first hit. */
  words: string
  speaker: number
  index: number
  /** The block of the last replacement when no hit followed. When its text changes, its hits can be replaced again. */
  past: { uuid: string; content: string } | null
  wrapped: Wrap | null
}

/** The hits of a search and the selected one, which stays selected while the transcript grows. */
function useSearchHits(document: EditableDocument, words: string, speaker: number) {
  const [choice, setChosen] = useState<Chosen | null>(null)
  const found = useMemo(() => search(document, words, speaker), [document, words, speaker])
  const chosen = choice?.words === words && choice.speaker === speaker ? choice : null
  const index = Math.min(chosen?.index ?? found.index, found.passages.length)
  const past = chosen?.past ?? null
  const isPastEnd = past !== null && document.blocks.get(past.uuid)?.content === past.content
  const wrapped = chosen?.wrapped ?? null
  const hits: SearchHits = useMemo(
    () => ({ passages: found.passages, index, isPastEnd, wrapped }),
    [found, index, isPastEnd, wrapped],
  )
  const move = (by: 1 | -1): void => {
    const next = step(hits, by)
    if (next !== hits) setChosen({ words, speaker, index: next.index, past: null, wrapped: next.wrapped })
  }
  /** Selects the first hit after a position in the current document. Text before it may be a replacement. */
  const continueAfter = (current: EditableDocument, position: TextPosition): void => {
    const { passages } = search(current, words, speaker)
    const next = firstHitAfter(current, passages, position)
    const content = current.blocks.get(position.uuid)?.content ?? ''
    const end = { index: passages.length, past: { uuid: position.uuid, content } }
    setChosen({ words, speaker, ...(next > 0 ? { index: next, past: null } : end), wrapped: null })
  }
  return { hits, move, continueAfter }
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
  return { hits, isPending: words !== typed, step: move, refresh: handleRefresh }
}
