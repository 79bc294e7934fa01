import { useSearchParams } from 'react-router'
import { readListParameters, writeListParameters } from './list-parameters.ts'
import type { FileListQuery } from './queries.ts'

/** The list parameters of the URL, and a function to change them. */
export function useListParameters() {
  const [search, setSearch] = useSearchParams()
  return {
    list: readListParameters(search),
    change: (changes: FileListQuery) =>
      setSearch((current) => writeListParameters(current, { ...readListParameters(current), ...changes }), {
        replace: 'query' in changes,
      }),
  }
}
