// The sort orders of a folder's table. Folders always come before files, and the id breaks ties, so that pages never
// overlap.
import type { fileOrder } from '@kaiwa/contract/workspace.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { type NameReader, shownName } from '../../tree/store/shown-name.ts'

export type FileOrder = z.infer<typeof fileOrder>
type Key = 'name' | 'last_updated_by' | 'last_updated_at' | 'total_size' | 'original_size'

/** Splits an order such as `-name` into its sort key and direction. */
export function readOrder(order: FileOrder): { key: Key; isDescending: boolean } {
  const isDescending = order.startsWith('-')
  return { key: (isDescending ? order.slice(1) : order) as Key, isDescending }
}

/** ORDER BY for rows with the given sort key expressions. */
export function orderBy(order: FileOrder, keys: Record<Key, RawBuilder<unknown>>, id: RawBuilder<unknown>) {
  const { key, isDescending } = readOrder(order)
  const direction = isDescending ? sql`desc` : sql`asc`
  // Rows without a last editor come last in both directions.
  const nulls = key === 'last_updated_by' ? sql` nulls last` : sql``
  return sql`${keys[key]} ${direction}${nulls}, ${id} ${direction}`
}

/** The sort key of the user in this column: family name first, as in lists of people. */
export function personKey(column: string): RawBuilder<unknown> {
  return sql`(
  select person.last_name || ' ' || person.first_name from users person
  where person.id = ${sql.ref(column)}) collate natural_order`
}

/** ORDER BY for rows of `file`, by names as the reader sees them. */
export function fileOrderBy(reader: NameReader, order: FileOrder) {
  return orderBy(
    order,
    {
      name: sql`${shownName(reader, 'file', 'title')} collate natural_order`,
      last_updated_by: personKey('file.last_updated_by'),
      last_updated_at: sql`file.last_updated_at`,
      total_size: sql`(file.original_size + file.derived_size)`,
      original_size: sql`file.original_size`,
    },
    sql`file.id`,
  )
}
