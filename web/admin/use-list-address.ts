import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useUrlParameters } from '../platform/use-url-parameters.ts'

const LAST_PAGE = LIMITS.adminCounted / LIMITS.adminRowsPerPage

/** Query, filters and page of a list in the address. */
export function useListAddress() {
  const [search, setSearch] = useUrlParameters()
  const asked = Number(search.get('page'))
  return {
    page: Number.isInteger(asked) && asked >= 1 && asked <= LAST_PAGE ? asked : 1,
    query: (search.get('query') ?? '').trim().slice(0, LIMITS.adminQueryLength),
    /** A filter of the address if it is one of these values, otherwise the default. */
    filter: <T extends string>(name: string, values: readonly T[], byDefault: T): T =>
      values.find((value) => value === search.get(name)) ?? byDefault,
    /** Sets parameters, and removes those that are empty. A changed filter shows the first page. */
    change: (values: Readonly<Record<string, string>>): void =>
      setSearch((current) => {
        if (!('page' in values)) current.delete('page')
        for (const [name, value] of Object.entries(values))
          if (value === '') current.delete(name)
          else current.set(name, value)
        return current
      }),
    reset: (): void => setSearch(() => new URLSearchParams()),
    isFiltered: [...search.keys()].some((name) => name !== 'page'),
  }
}
