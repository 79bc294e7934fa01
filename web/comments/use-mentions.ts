import type { Person } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useEffect, useState } from 'react'
import { mentionAt } from './comment-parts.ts'

export type SearchPeople = (search: string, signal: AbortSignal) => Promise<readonly Person[]>

interface Found {
  /** The words that were searched for. */
  search: string
  people: readonly Person[]
  hasFailed: boolean
}

/**
 * Returns people for the mention before the caret; null without a mention. Also null until the answer for exactly these
 * words has arrived, so that Enter never selects a person found for earlier words.
 */
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
        (people) => abort.signal.aborted || setFound({ search, people, hasFailed: false }),
        () => abort.signal.aborted || setFound({ search, people: [], hasFailed: true }),
      )
    }, LIMITS.typingPauseMs / 2)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, searchPeople])
  return {
    at: search === null ? null : wanted,
    found: search !== null && found?.search === search ? found : null,
    dismiss: () => setDismissed(wanted?.start ?? null),
  }
}
