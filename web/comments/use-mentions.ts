import type { Person } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useEffect, useState } from 'react'
import { mentionAt } from './comment-parts.ts'

export type SearchPeople = (search: string, signal: AbortSignal) => Promise<readonly Person[]>

interface Found {
  people: readonly Person[]
  hasFailed: boolean
}

/** People for the mention that is being typed before the caret; null while none is. */
export function useMentions(text: string, caret: number | null, searchPeople: SearchPeople) {
  const wanted = caret === null ? null : mentionAt(text, caret)
  const [found, setFound] = useState<Found | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const search = wanted && wanted.start !== dismissed ? wanted.search : null
  useEffect(() => {
    if (search === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      searchPeople(search, abort.signal).then(
        (people) => abort.signal.aborted || setFound({ people, hasFailed: false }),
        () => abort.signal.aborted || setFound({ people: [], hasFailed: true }),
      )
    }, LIMITS.typingPauseMs / 2)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, searchPeople])
  return {
    at: search === null ? null : wanted,
    found: search === null ? null : found,
    dismiss: () => setDismissed(wanted?.start ?? null),
  }
}
