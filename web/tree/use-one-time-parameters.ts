import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { refreshFiles } from './queries.ts'

// One-time parameters of the URL, which are applied and then removed (UI-10).
const ONCE = ['refresh', 'success']

/** Applies the one-time parameters of a folder's URL. */
export function useOneTimeParameters(): void {
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const once = ONCE.filter((key) => search.has(key)).join(' ')
  useEffect(() => {
    if (once === '') return
    if (once.includes('refresh')) void refreshFiles(client)
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        for (const key of ONCE) next.delete(key)
        return next
      },
      { replace: true },
    )
  }, [client, once, setSearch])
}
