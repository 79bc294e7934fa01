import { useUrlParameters } from '../platform/use-url-parameters.ts'
import type { FileListQuery } from './queries.ts'

type Order = NonNullable<FileListQuery['order_by']>
export const SORTABLE = ['name', 'last_updated_by', 'last_updated_at', 'original_size'] as const
/** Columns between the name and the others, which cannot be sorted. */
export const FILE_COLUMNS = ['duration', 'speakers', 'language', 'status'] as const
export type SortColumn = (typeof SORTABLE)[number]

const DEFAULT_ORDER: Order = '-last_updated_at'

function isOrder(text: string): text is Order {
  const key = text.replace(/^-/, '')
  return key === 'total_size' || (SORTABLE as readonly string[]).includes(key)
}

/** Reads the list parameters of a URL (WS-21). Invalid values are ignored. */
export function readListParameters(search: URLSearchParams): FileListQuery {
  const page = Number(search.get('page'))
  const order = search.get('order_by') ?? ''
  const query = search.get('query')?.trim()
  return {
    ...(query ? { query: query.slice(0, 200) } : {}),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    order_by: isOrder(order) ? order : DEFAULT_ORDER,
  }
}

/** Writes list parameters to a URL. Default values are omitted; other parameters are kept. */
export function writeListParameters(search: URLSearchParams, list: FileListQuery): URLSearchParams {
  const next = new URLSearchParams(search)
  const usual = { query: '', page: 1, order_by: DEFAULT_ORDER }
  for (const key of ['query', 'page', 'order_by'] as const) {
    const value = list[key] ?? usual[key]
    if (value === usual[key]) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** The order after a click on a column: first ascending, then descending (WS-22). */
export function orderAfterClick(current: string | undefined, column: SortColumn): Order {
  return current === column ? `-${column}` : column
}

/** The sort direction of a column, as a value of aria-sort. */
export function sortDirection(current: string | undefined, column: SortColumn): 'ascending' | 'descending' | 'none' {
  // The column of sizes shows that of the upload; addresses may also order by what is stored in total.
  const shown = current?.replace('total_size', 'original_size')
  if (shown === column) return 'ascending'
  return shown === `-${column}` ? 'descending' : 'none'
}

/** The list parameters of the URL, and a function to change them. */
export function useListParameters() {
  const [search, setSearch] = useUrlParameters()
  return {
    list: readListParameters(search),
    change: (changes: FileListQuery) =>
      setSearch((current) => writeListParameters(current, { ...readListParameters(current), ...changes }), {
        replace: 'query' in changes,
      }),
  }
}
