import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Clears the search in its field and in the URL when edit mode ends (FILE-05). */
export function useSearchEnd(isEditing: boolean, onWords: (words: string) => void): void {
  const [query, setQuery] = useSearchParams()
  const wasEditing = useRef(false)
  const end = useEffectEvent(() => {
    onWords('')
    if (!query.has('search')) return
    query.delete('search')
    setQuery(query, { replace: true })
  })
  useEffect(() => {
    if (wasEditing.current && !isEditing) end()
    wasEditing.current = isEditing
  }, [isEditing])
}
