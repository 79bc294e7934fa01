import { useSearchParams } from 'react-router'

/**
 * The parameters of the URL, and a function to change them. A change begins with the address of the browser: the
 * parameters of the last render lack a change that was made since.
 */
export function useUrlParameters() {
  const [search, setSearch] = useSearchParams()
  const change = (update: (current: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) =>
    setSearch(update(new URLSearchParams(globalThis.location.search)), options)
  return [search, change] as const
}
