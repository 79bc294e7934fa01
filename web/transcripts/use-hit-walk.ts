import type { EditableDocument } from '@kaiwa/transcript'
import { useMemo, useState } from 'react'
import { canGoOn, search, step } from './hit-walk.ts'
import type { HitWalk } from './hit-walk.ts'

interface Chosen {
  /** For what the choice was made: another search begins at its own first hit. */
  words: string
  speaker: number
  index: number
}

/** The hits of a search and the chosen one, which stays chosen while the transcript grows under the reader. */
export function useHitWalk(document: EditableDocument, words: string, speaker: number) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const found = useMemo(() => search(document, words, speaker), [document, words, speaker])
  const kept = chosen?.words === words && chosen.speaker === speaker ? chosen.index : found.index
  const walk: HitWalk = useMemo(
    () => ({ passages: found.passages, index: Math.min(kept, found.passages.length) }),
    [found, kept],
  )
  const move = (by: 1 | -1): void => setChosen({ words, speaker, index: step(walk, by).index })
  /** Goes on behind hits that the next search will find where this one is; behind the last, from the beginning. */
  const pass = (count: number): void => setChosen({ words, speaker, index: canGoOn(walk) ? walk.index + count : 1 })
  return { walk, move, pass }
}
