import type { FileListQuery } from './queries.ts'

type Order = NonNullable<FileListQuery['order_by']>
export const SORTABLE = ['name', 'last_updated_by', 'last_updated_at', 'total_size'] as const
export type SortColumn = (typeof SORTABLE)[number]

const DEFAULT_ORDER: Order = '-last_updated_at'

const isOrder = (text: string): text is Order => (SORTABLE as readonly string[]).includes(text.replace(/^-/, ''))

/** The list that an address asks for (WS-21); what makes no sense in it counts as not written. */
export const readListParameters = (search: URLSearchParams): FileListQuery => {
  const page = Number(search.get('page'))
  const order = search.get('order_by') ?? ''
  const query = search.get('query')?.trim()
  return {
    ...(query ? { query: query.slice(0, 200) } : {}),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    order_by: isOrder(order) ? order : DEFAULT_ORDER,
  }
}

/** The address that asks for a list: what is usual is left out, other parameters stay. */
export const writeListParameters = (search: URLSearchParams, list: FileListQuery): URLSearchParams => {
  const next = new URLSearchParams(search)
  const usual = { query: '', page: 1, order_by: DEFAULT_ORDER }
  for (const key of ['query', 'page', 'order_by'] as const) {
    const value = list[key] ?? usual[key]
    if (value === usual[key]) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** The order after a click on a column: ascending first, then descending (WS-22). */
export const orderAfterClick = (current: string | undefined, column: SortColumn): Order =>
  current === column ? `-${column}` : column

/** How a column is sorted now, in the words of aria-sort. */
export const sortDirection = (current: string | undefined, column: SortColumn): 'ascending' | 'descending' | 'none' => {
  if (current === column) return 'ascending'
  return current === `-${column}` ? 'descending' : 'none'
}
