import { useSearchParams } from 'react-router'
import { pageAddress } from './page-address.ts'

/**
 * The parameters of the URL, and a function to change them. A change begins with the address of the browser: the
 * parameters of the last render lack a change that was made since.
 */
export function useUrlParameters() {
  const [search, setSearch] = useSearchParams()
  const change = (update: (current: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) =>
    setSearch(update(new URLSearchParams(pageAddress().search)), options)
  return [search, change] as const
}
