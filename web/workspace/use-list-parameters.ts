import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { readListParameters, writeListParameters } from './list-parameters.ts'
import { refreshFiles } from './queries.ts'
import type { FileListQuery } from './queries.ts'

// Wishes of the address that are granted once and then leave it (UI-10).
const ONCE = ['refresh', 'success']

/** Grants the wishes of a folder's address. */
export const useWishes = (): void => {
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

/** The list that the address asks for, and a way to ask for another. */
export const useListParameters = () => {
  const [search, setSearch] = useSearchParams()
  return {
    list: readListParameters(search),
    change: (changes: FileListQuery) =>
      setSearch((current) => writeListParameters(current, { ...readListParameters(current), ...changes }), {
        replace: 'query' in changes,
      }),
  }
}
